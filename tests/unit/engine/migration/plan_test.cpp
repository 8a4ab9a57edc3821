#include "engine/migration/plan.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

using Islands = std::vector<std::vector<Key>>;

const Topology all_topologies[] = {fully_connected, ring, torus, hypercube, random_cycle, isolated};

/// Keys with many ties, some infeasible; with `disjoint`, island by island in blocks that do not overlap.
Islands random_islands(Random& random, std::size_t islands, std::size_t largest, bool disjoint) {
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

std::vector<std::size_t> sizes_of(const Islands& islands) {
  std::vector<std::size_t> sizes;
  for (const auto& island : islands) sizes.push_back(island.size());
  return sizes;
}

Plan plan_of(const MigrationSettings& settings, std::uint64_t epoch, const Islands& islands,
             std::uint64_t seed = 0) {
  if (settings.topology.form() == Topology::Form::pool && settings.transfer == Transfer::move) {
    const std::vector<std::span<const Key>> runs(islands.begin(), islands.end());
    return plan_pool<Key>(runs);
  }
  return plan_links(settings, {epoch, islands.size(), seed}, sizes_of(islands));
}

Plan plan_of(const Topology& topology, std::uint64_t migrants, const Islands& islands) {
  return plan_of({.topology = topology, .migrants = migrants}, 0, islands);
}

void expect_conserving(const Plan& plan, const Islands& islands) {
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

/// Who ends where by the textbook: sort everything, deal it out. By island of origin, then slot.
std::vector<std::vector<std::size_t>> deal(const Islands& islands) {
  std::vector<std::tuple<Key, std::size_t, std::size_t>> pool;
  std::vector<std::vector<std::size_t>> targets;
  for (std::size_t island = 0; island < islands.size(); ++island) {
    targets.emplace_back(islands[island].size());
    for (std::size_t slot = 0; slot < islands[island].size(); ++slot) {
      pool.emplace_back(islands[island][slot], island, slot);
    }
  }
  std::ranges::sort(pool);
  auto next = pool.begin();
  for (std::size_t target = 0; target < islands.size(); ++target) {
    for (std::size_t i = 0; i < islands[target].size(); ++i, ++next) {
      targets[std::get<1>(*next)][std::get<2>(*next)] = target;
    }
  }
  return targets;
}

std::vector<std::vector<std::size_t>> targets_of(const Plan& plan, const Islands& islands) {
  std::vector<std::vector<std::size_t>> targets;
  for (std::size_t source = 0; source < islands.size(); ++source) {
    targets.emplace_back(islands[source].size(), islands.size());
    for (std::size_t target = 0; target < islands.size(); ++target) {
      const Segment segment = plan.at(source, target);
      std::fill_n(targets.back().begin() + segment.first, segment.count, target);
    }
  }
  return targets;
}

std::set<std::size_t> partners(const Plan& plan, std::size_t source) {
  std::set<std::size_t> found;
  for (std::size_t target = 0; target < plan.islands(); ++target) {
    if (target != source && plan.at(source, target).count > 0) found.insert(target);
  }
  return found;
}

Islands equal_islands(std::size_t islands, std::size_t size) {
  return {islands, std::vector<Key>(size)};
}

TEST(Plan, LosesNothingDoublesNothingAndKeepsSizes) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, seed % 5 == 0);
    for (const Topology& topology : all_topologies) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const MigrationSettings settings{.topology = topology, .migrants = 1 + random.below(6)};
      expect_conserving(plan_of(settings, seed, islands, seed), islands);
    }
  }
}

TEST(Plan, FullyConnectedEqualsSortingEverythingAndDealing) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    const auto islands = random_islands(random, 1 + random.below(9), seed % 4 == 0 ? 3 : 200, seed % 7 == 0);
    EXPECT_EQ(targets_of(plan_of({}, 0, islands), islands), deal(islands)) << "seed " << seed;
  }
}

TEST(Plan, FullyConnectedWithOneKeyForAllKeepsEveryoneAtHome) {
  const Islands islands = equal_islands(5, 7);
  EXPECT_EQ(targets_of(plan_of({}, 0, islands), islands), deal(islands));
  EXPECT_EQ(plan_of({}, 0, islands).at(3, 3), (Segment{0, 7}));
}

TEST(Plan, RingSendsTheBestToTheNextIsland) {
  const Plan plan = plan_of(ring, 2, equal_islands(5, 10));
  for (std::size_t island = 0; island < 5; ++island) {
    EXPECT_EQ(plan.at(island, (island + 1) % 5), (Segment{0, 2}));
    EXPECT_EQ(plan.at(island, island), (Segment{2, 8}));
  }
}

TEST(Plan, TorusHasTheFourNeighboursOfANearSquareGrid) {
  const Plan plan = plan_of(torus, 1, equal_islands(12, 10));  // 3 rows of 4
  EXPECT_EQ(partners(plan, 5), (std::set<std::size_t>{1, 4, 6, 9}));
  EXPECT_EQ(partners(plan, 0), (std::set<std::size_t>{1, 3, 4, 8}));
  EXPECT_EQ(plan.at(5, 1), (Segment{0, 1}));
  EXPECT_EQ(plan.at(5, 4), (Segment{1, 1}));
  EXPECT_EQ(plan.at(5, 9), (Segment{3, 1}));
}

TEST(Plan, TorusNamesADoubledNeighbourOnce) {
  EXPECT_EQ(partners(plan_of(torus, 1, equal_islands(4, 9)), 0), (std::set<std::size_t>{1, 2}));
  const Plan pair = plan_of(torus, 3, equal_islands(2, 9));
  EXPECT_EQ(pair.at(0, 1), (Segment{0, 3}));
  EXPECT_EQ(partners(plan_of(torus, 1, equal_islands(7, 9)), 0), (std::set<std::size_t>{1, 6}));
}

TEST(Plan, HypercubeHasThePartnersThatExist) {
  const Plan plan = plan_of(hypercube, 1, equal_islands(7, 10));
  EXPECT_EQ(partners(plan, 3), (std::set<std::size_t>{1, 2}));
  EXPECT_EQ(partners(plan, 6), (std::set<std::size_t>{2, 4}));
  EXPECT_EQ(partners(plan, 0), (std::set<std::size_t>{1, 2, 4}));
}

TEST(Plan, RandomIsOneCycleThatSeedAndEpochChoose) {
  const Islands islands = equal_islands(9, 4);
  const auto cycle = [&](std::uint64_t seed, std::uint64_t epoch) {
    const Plan plan = plan_of({.topology = random_cycle}, epoch, islands, seed);
    std::vector<std::size_t> visited;
    std::size_t island = 0;
    do {
      visited.push_back(island);
      const auto next = partners(plan, island);
      EXPECT_EQ(next.size(), 1U);
      island = *next.begin();
    } while (island != 0 && visited.size() <= islands.size());
    return visited;
  };
  std::set<std::vector<std::size_t>> cycles;
  for (std::uint64_t epoch = 0; epoch < 20; ++epoch) {
    EXPECT_EQ(cycle(1, epoch).size(), 9U) << "epoch " << epoch;
    EXPECT_EQ(cycle(1, epoch), cycle(1, epoch));
    cycles.insert(cycle(1, epoch));
  }
  EXPECT_GT(cycles.size(), 15U);
  EXPECT_NE(cycle(1, 0), cycle(2, 0));
}

TEST(Plan, NoneAndAnIslandAloneKeepEveryone) {
  const Islands islands = equal_islands(3, 6);
  EXPECT_EQ(plan_of(isolated, 1, islands).at(1, 1), (Segment{0, 6}));
  for (const Topology& topology : all_topologies) {
    EXPECT_EQ(plan_of(topology, 5, equal_islands(1, 6)).at(0, 0), (Segment{0, 6}));
  }
}

TEST(Plan, AnIslandTooSmallForItsLinksSendsFewer) {
  Islands islands = equal_islands(4, 10);
  islands[1].resize(1);
  EXPECT_EQ(plan_of(ring, 4, islands).at(2, 3), (Segment{0, 1}));
  const Plan cube = plan_of(hypercube, 4, islands);
  EXPECT_EQ(cube.at(1, 0).count, 0U);
  EXPECT_EQ(cube.at(0, 2), (Segment{0, 4}));
}

/// Links in both directions between island 0 and each of the others.
const Topology star("star", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    links[island].push_back(0);
  }
  return links;
});

/// Two cycles that meet in island 0, and links that come and go with the epoch.
const Topology bow_tie("bow tie", [](const TopologyRequest& request) {
  Links links(request.islands);
  if (request.islands < 5 || request.epoch % 3 == 2) return links;
  links[0] = {1, 3};
  links[1] = {2};
  links[2] = {0};
  links[3] = {4};
  links[4] = {0};
  return links;
});

/// Island 0 sends to all others and hears of none.
const Topology broadcast("broadcast", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) links[0].push_back(island);
  return links;
});

TEST(Plan, AUsersTopologyConservesWhereItsLinksBalance) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, false);
    for (const Topology& topology : {star, bow_tie}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const MigrationSettings settings{.topology = topology, .migrants = 1 + random.below(6)};
      expect_conserving(plan_of(settings, seed, islands, seed), islands);
    }
  }
  const Plan plan = plan_of(star, 2, equal_islands(4, 10));
  EXPECT_EQ(partners(plan, 0), (std::set<std::size_t>{1, 2, 3}));
  EXPECT_EQ(partners(plan, 2), (std::set<std::size_t>{0}));
}

TEST(Plan, MovingIsRefusedWhereLinksDoNotBalance) {
  try {
    plan_of(broadcast, 1, equal_islands(4, 10));
    FAIL() << "no error";
  } catch (const UsageError& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "topology \"broadcast\": the number of islands that island 0 sends to is 3, and that it receives "
        "from is 0; where migrants move both are equal (transfer \"copy\" takes any links)");
  }
}

/// The copying form, link by link: sources send their best as they were, targets keep their best and size.
TEST(Plan, CopyingSendsTheBestAndKeepsTheBest) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, false);
    for (const Topology& topology :
         {fully_connected, ring, torus, hypercube, random_cycle, isolated, star, bow_tie, broadcast}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const std::uint64_t migrants = 1 + random.below(6);
      const Plan plan = plan_of({.topology = topology, .migrants = migrants, .transfer = Transfer::copy},
                                seed, islands, seed);
      const Links links = topology.links({seed, islands.size(), seed});
      for (std::size_t target = 0; target < islands.size(); ++target) {
        const std::size_t size = islands[target].size();
        std::size_t room = size - 1;
        for (std::size_t source = 0; source < islands.size(); ++source) {
          if (source == target) continue;
          const bool linked = std::ranges::count(links[source], target) > 0;
          const auto count = static_cast<std::uint32_t>(
              linked ? std::min({std::size_t{migrants}, islands[source].size(), room}) : 0);
          EXPECT_EQ(plan.at(source, target), (Segment{0, count})) << source << " to " << target;
          room -= count;
        }
        EXPECT_EQ(plan.at(target, target), (Segment{0, static_cast<std::uint32_t>(room + 1)}));
      }
    }
  }
}

TEST(Plan, ByDistanceEqualsSortingEverythingAndDealing) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const auto islands = random_islands(random, 1 + random.below(9), seed % 4 == 0 ? 3 : 100, false);
    std::vector<std::vector<DistanceKey>> ordered(islands.size());
    std::vector<std::tuple<bool, double, Key, std::size_t, std::size_t>> pool;
    for (std::size_t island = 0; island < islands.size(); ++island) {
      for (const Key& key : islands[island]) ordered[island].push_back({random.below(4) / 4.0, key});
      std::ranges::sort(ordered[island]);
      for (std::size_t slot = 0; slot < ordered[island].size(); ++slot) {
        const auto& [distance, key] = ordered[island][slot];
        pool.emplace_back(key.violation > 0, distance, key, island, slot);
      }
    }
    std::ranges::sort(pool);
    const std::vector<std::span<const DistanceKey>> runs(ordered.begin(), ordered.end());
    const auto targets = targets_of(plan_pool<DistanceKey>(runs), islands);
    auto next = pool.begin();
    for (std::size_t target = 0; target < islands.size(); ++target) {
      for (std::size_t i = 0; i < islands[target].size(); ++i, ++next) {
        EXPECT_EQ(targets[std::get<3>(*next)][std::get<4>(*next)], target) << "seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace skerry
