#pragma once

#include "skerry/migration/settings.hpp"
#include "skerry/score.hpp"

#include "engine/migration/effort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

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

}  // namespace skerry
