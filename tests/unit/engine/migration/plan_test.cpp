#include "engine/migration/plan.hpp"

#include "support/testing.hpp"
#include "unit/engine/migration/plan_cases.hpp"

namespace skerry {
namespace {

using Targets = std::vector<std::vector<std::size_t>>;

/// Returns the destinations by island of origin and slot, by the definition: sort all individuals and deal
/// them out.
template <typename K>
Targets deal(const std::vector<std::vector<K>>& islands) {
  std::vector<std::tuple<K, std::size_t, std::size_t>> pool;
  Targets targets;
  for (std::size_t island = 0; island < islands.size(); ++island) {
    targets.emplace_back(islands[island].size());
    for (std::size_t slot = 0; slot < islands[island].size(); ++slot)
      pool.emplace_back(islands[island][slot], island, slot);
  }
  std::ranges::sort(pool, std::less{});
  auto next = pool.begin();
  for (std::size_t target = 0; target < islands.size(); ++target) {
    for (std::size_t i = 0; i < islands[target].size(); ++i, ++next) {
      targets[std::get<1>(*next)][std::get<2>(*next)] = target;
    }
  }
  return targets;
}

template <typename K>
Targets targets_of(const Plan& plan, const std::vector<std::vector<K>>& islands) {
  Targets targets;
  for (std::size_t source = 0; source < islands.size(); ++source) {
    targets.emplace_back(islands[source].size(), islands.size());
    for (std::size_t target = 0; target < islands.size(); ++target) {
      const Segment segment = plan.at(source, target);
      std::fill_n(targets.back().begin() + segment.first, segment.count, target);
    }
  }
  return targets;
}

TEST(Plan, LosesNothingDoublesNothingAndKeepsSizes) {
  for (auto&& [seed, random] : seeds(400)) {
    const auto islands = random_islands(random, 1 + random.below(12), seed % 3 == 0 ? 5 : 80, seed % 5 == 0);
    for (const Topology& topology : all_topologies) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", topology " << topology.name());
      const MigrationSettings settings{.topology = topology, .migrants = 1 + random.below(6)};
      expect_conserving(plan_of(settings, seed, islands, seed), islands);
    }
  }
}

TEST(Plan, FullyConnectedEqualsSortingEverythingAndDealing) {
  for (auto&& [seed, random] : seeds(test::random_cases(1000U))) {
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

TEST(Plan, BySimilarityEqualsSortingEverythingAndDealing) {
  for (auto&& [seed, random] : seeds(300)) {
    const auto islands = random_islands(random, 1 + random.below(9), seed % 4 == 0 ? 3 : 100, false);
    std::vector<std::vector<SimilarityKey>> ordered(islands.size());
    for (std::size_t island = 0; island < islands.size(); ++island) {
      for (const Key& key : islands[island]) ordered[island].push_back({random.below(4) / 4.0, key});
      std::ranges::sort(ordered[island]);
    }
    const std::vector<std::span<const SimilarityKey>> runs(ordered.begin(), ordered.end());
    EXPECT_EQ(targets_of(plan_pool<SimilarityKey>(runs), ordered), deal(ordered)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace skerry
