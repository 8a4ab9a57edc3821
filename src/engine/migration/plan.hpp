#pragma once

#include "skerry/migration/settings.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

struct Traffic {
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
};

/// What a rank, or another of its process for it, does in a migration beside sorting; the same everywhere.
struct SerialWork {
  std::uint64_t compared = 0;  // pairs of keys
  std::uint64_t moved = 0;     // keys and genomes that it copies in its own memory

  SerialWork& operator+=(const SerialWork& other) {
    compared += other.compared;
    moved += other.moved;
    return *this;
  }
};

/// Individuals first .. first + count - 1 of an island's ranking (0 = its first).
struct Segment {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// Individuals travel in segments of their island's ranking; those to itself stay. A target's segments add up
/// to its size; if individuals move, a source's are disjoint and cover it.
class Plan {
 public:
  explicit Plan(std::size_t islands) : islands_(islands), segments_(islands * islands) {}
  std::size_t islands() const { return islands_; }
  std::span<const Segment> segments() const { return segments_; }
  Segment& at(std::size_t source, std::size_t target) { return segments_[source * islands_ + target]; }
  const Segment& at(std::size_t source, std::size_t target) const {
    return segments_[source * islands_ + target];
  }
  friend bool operator==(const Plan&, const Plan&) = default;

 private:
  std::size_t islands_;
  std::vector<Segment> segments_;
};

/// Pools all, orders them by (key, island, slot), and deals out contiguous blocks as large as each island, in
/// O(P^2 log^2 n). Comparisons are added to `work`. Instantiated for Key and SimilarityKey.
template <typename K>
Plan plan_pool(std::span<const std::span<const K>> sorted_keys, SerialWork* work = nullptr);

/// Moving: an island's links, in the order of targets, carry its first, second, ... `migrants`, if it has as
/// many; UsageError if it receives from more or fewer islands than it sends to. Copying: copies of a source's
/// best replace the target's worst, in the order of sources, but never its best. A pure function of sizes.
Plan plan_links(const MigrationSettings& settings, const TopologyRequest& request,
                std::span<const std::size_t> sizes);

/// The places at which contiguous blocks of all individuals, ordered by (key, run, place in the run), cut
/// each of the sorted runs. Instantiated for Key and SimilarityKey.
template <typename K>
class BlockCuts {
 public:
  /// There are as many blocks as runs, and block b is as large as run b.
  explicit BlockCuts(std::span<const std::span<const K>> runs);

  /// Returns how many individuals of the run come before the block; block runs.size() stands for the end.
  std::uint32_t at(std::size_t block, std::size_t run) const { return cuts_[block * runs_.size() + run]; }

  std::uint64_t compared() const { return compared_; }

 private:
  struct Pivot {
    K key;
    std::size_t run = 0;
    std::uint32_t place = 0;
    std::uint64_t weight = 0;
  };
  std::span<std::uint32_t> row(std::size_t block) {
    return std::span(cuts_).subspan(block * runs_.size(), runs_.size());
  }
  void fetch_outlines() const;
  void cut_between(std::size_t low, std::size_t high);
  void cut(std::size_t block, std::span<const std::uint32_t> low, std::span<const std::uint32_t> high);
  Pivot choose_pivot(std::span<const std::uint32_t> low, std::span<const std::uint32_t> high);

  std::span<const std::span<const K>> runs_;
  std::vector<std::uint64_t> starts_;  // the first place of each block in the order of all individuals
  std::vector<std::uint32_t> cuts_;
  std::vector<std::uint32_t> high_;
  std::vector<std::uint32_t> places_;
  std::vector<Pivot> pivots_;
  std::uint64_t compared_ = 0;
};

/// Compares keys as operator<=> does, but without a branch, which no processor could predict in a merge.
inline bool precedes(const Key& a, const Key& b) {
  const bool less = a.violation < b.violation;
  const bool same = a.violation == b.violation;
  const bool cheaper = a.cost < b.cost;
  return less | (same & cheaper);
}

inline bool precedes(const SimilarityKey& a, const SimilarityKey& b) {
  return a < b;
}

/// Finds the beginning of each of `count` records, and the end of the last. If `record_size_bytes` is 0, each
/// begins with the size of what follows, in 64 bits. Throws DataError for any other buffer.
void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets);

}  // namespace skerry
