#pragma once

#include "skerry/migration/settings.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// The bytes that one rank sends to the others and receives from them.
struct Traffic {
  std::uint64_t sent_bytes = 0;
  std::uint64_t received_bytes = 0;
};

/// What one rank does by itself in a migration, or waits for another rank of its node to do for both, beside
/// sorting its own island: the same on every machine.
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

/// The moves of one migration: individuals travel in segments of their island's ranking. The segment from an
/// island to itself holds the individuals that stay. The segments of one target add up to its size, so every
/// island keeps its size. Where individuals move, the segments of one source are disjoint and cover its
/// island, so no individual is lost or duplicated.
class Plan {
 public:
  explicit Plan(std::size_t islands) : islands_(islands), segments_(islands * islands) {}
  /// `segments` are those of another plan.
  Plan(std::size_t islands, std::span<const Segment> segments)
      : islands_(islands), segments_(segments.begin(), segments.end()) {}
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

/// Plans a migration that moves individuals in the topology fully_connected: it pools all, orders them by
/// (key, island, slot), and deals out contiguous blocks as large as each island, the first to island 0. It is
/// a pure function of the islands' keys, each island's sorted, so every rank computes the same plan.
/// Instantiated for Key and SimilarityKey. It takes O(P^2 log^2 n) for P islands of n individuals, less than
/// moving the genomes. What it compares is added to `work`.
template <typename K>
Plan plan_pool(std::span<const std::span<const K>> sorted_keys, SerialWork* work = nullptr);

/// Plans a migration along links. Moving: each link carries `migrants` of the source's best (fewer where an
/// island is too small for its links), and the links of an island, in the order of their targets, carry its
/// first, second, ... `migrants`. Throws UsageError where an island has to receive from more or fewer islands
/// than it sends to. Copying: each link carries copies of the source's best `migrants`, which replace the
/// target's worst. Links are served in the order of their sources as long as the target has room; its best
/// individual stays. It is a pure function of the sizes of the islands, which are at least 1 each.
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

  /// Returns how many pairs of keys the constructor compared.
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

/// Compares keys as operator<=> does, but without a branch: a processor could not predict it, since the keys
/// of a merge come in no regular order.
inline bool precedes(const Key& a, const Key& b) {
  const bool less = a.violation < b.violation;
  const bool same = a.violation == b.violation;
  const bool cheaper = a.cost < b.cost;
  return less | (same & cheaper);
}

inline bool precedes(const SimilarityKey& a, const SimilarityKey& b) {
  return a < b;
}

/// Finds the beginning of each of `count` records of a buffer, and the end of the last. All records have
/// `record_size_bytes` where that is above 0; where it is 0, each begins with the size of what follows, in 64
/// bits. Throws DataError for a buffer that does not hold such records.
void locate_records(std::span<const std::byte> buffer, std::size_t count, std::size_t record_size_bytes,
                    std::vector<std::size_t>& offsets);

}  // namespace skerry
