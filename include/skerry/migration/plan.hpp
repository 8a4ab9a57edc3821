#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "skerry/score.hpp"

namespace skerry {

enum class Topology { fully_connected, ring, torus, hypercube, random, none };

struct MigrationRule {
  Topology topology = Topology::fully_connected;
  std::uint64_t migrants = 1;  ///< individuals a link carries; fully_connected ignores it
  std::uint64_t seed = 0;      ///< of Topology::random, together with the epoch
};

/// Individuals first .. first + count - 1 of an island's ranking (0 = its best).
struct Segment {
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  friend bool operator==(const Segment&, const Segment&) = default;
};

/// Who goes where, in one epoch: individuals travel in segments of their island's ranking.
/// The segments of one source are disjoint and cover its island; those of one target add up to its size: nothing
/// is lost, nothing doubled, and every island keeps its size.
class Plan {
 public:
  explicit Plan(std::size_t islands) : islands_(islands), segments_(islands * islands) {}
  std::size_t islands() const { return islands_; }
  Segment& at(std::size_t source, std::size_t target) { return segments_[source * islands_ + target]; }
  const Segment& at(std::size_t source, std::size_t target) const {
    return segments_[source * islands_ + target];
  }
  friend bool operator==(const Plan&, const Plan&) = default;

 private:
  std::size_t islands_;
  std::vector<Segment> segments_;
};

/// A pure function of the islands' keys, each island's sorted best first. Every rank computes the same plan.
/// fully_connected: pool all, order all by (violation, cost, island, slot), deal contiguous blocks as large as each
/// island, the best block to island 0. The others: each link of the topology carries `migrants` of the source's best
/// (fewer where an island is too small for its links), and the links of an island, in the order of their targets,
/// carry its first, second, ... `migrants`.
/// O(P^2 log^2 n) for fully_connected, so that it costs less than moving the genomes.
Plan plan_migration(const MigrationRule& rule, std::uint64_t epoch, std::span<const std::span<const Key>> sorted_keys);

}  // namespace skerry
