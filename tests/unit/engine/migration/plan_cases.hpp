#pragma once

#include "engine/migration/plan.hpp"
#include "support/testing.hpp"

namespace skerry {

using Islands = std::vector<std::vector<Key>>;

inline const Topology all_topologies[] = {fully_connected, ring, torus, hypercube, random_cycle, isolated};

/// Makes keys with many ties, some of them infeasible; with `disjoint` the islands' ranges of keys do not
/// overlap.
inline Islands random_islands(Random& random, std::size_t islands, std::size_t largest, bool disjoint) {
  Islands all(islands);
  const std::uint32_t values = 1 + random.below(40);
  for (std::size_t island = 0; island < islands; ++island) {
    const auto size = 1 + random.below(static_cast<std::uint32_t>(largest));
    for (std::uint32_t i = 0; i < size; ++i) {
      const double offset = disjoint ? 100.0 * static_cast<double>(islands - island) : 0;
      all[island].push_back({random.below(4) == 0 ? 1.5 : 0.0, offset + random.below(values)});
    }
    std::ranges::sort(all[island]);
  }
  return all;
}

inline std::vector<std::size_t> sizes_of(const Islands& islands) {
  std::vector<std::size_t> sizes;
  for (const auto& island : islands) sizes.push_back(island.size());
  return sizes;
}

inline Plan plan_of(const MigrationSettings& settings, std::uint64_t epoch, const Islands& islands,
                    std::uint64_t seed = 0) {
  if (settings.topology.form() == Topology::Form::pool && settings.transfer == Transfer::move) {
    const std::vector<std::span<const Key>> runs(islands.begin(), islands.end());
    return plan_pool<Key>(runs);
  }
  return plan_links(settings, {epoch, islands.size(), seed}, sizes_of(islands));
}

inline Plan plan_of(const Topology& topology, std::uint64_t migrants, const Islands& islands) {
  return plan_of({.topology = topology, .migrants = migrants}, 0, islands);
}

inline void expect_conserving(const Plan& plan, const Islands& islands) {
  std::vector<std::size_t> arrived(islands.size());
  for (std::size_t source = 0; source < islands.size(); ++source) {
    std::vector<int> sent(islands[source].size());
    for (std::size_t target = 0; target < islands.size(); ++target) {
      const Segment segment = plan.at(source, target);
      ASSERT_LE(segment.first + segment.count, sent.size());
      for (std::uint32_t i = 0; i < segment.count; ++i) ++sent[segment.first + i];
      arrived[target] += segment.count;
    }
    EXPECT_TRUE(std::ranges::all_of(sent, [](int times) { return times == 1; })) << "island " << source;
  }
  for (std::size_t target = 0; target < islands.size(); ++target) {
    EXPECT_EQ(arrived[target], islands[target].size()) << "island " << target;
  }
}

inline std::set<std::size_t> partners(const Plan& plan, std::size_t source) {
  std::set<std::size_t> found;
  for (std::size_t target = 0; target < plan.islands(); ++target) {
    if (target != source && plan.at(source, target).count > 0) found.insert(target);
  }
  return found;
}

inline Islands equal_islands(std::size_t islands, std::size_t size) {
  return {islands, std::vector<Key>(size)};
}

}  // namespace skerry
