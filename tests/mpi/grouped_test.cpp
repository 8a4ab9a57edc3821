#include "engine/exchange/exchange.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST_ON_RANKS(GroupedExchange, AGroupOfAllIslandsIsOnePool) {
  for (std::uint64_t seed = 0; seed < deep(3, 64); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    for (const Similarity similarity : {Similarity::fitness, Similarity::random}) {
      for (const std::uint64_t group : {world.size(), world.size() + 3}) {
        EXPECT_EQ(migrated(world, {.similarity = similarity, .group = group}, 24, before, 3),
                  migrated(world, {.similarity = similarity}, 24, before, 3));
      }
    }
  }
}

TEST_ON_RANKS(GroupedExchange, GroupsOfOneAreIslandsThatSendCopies) {
  for (std::uint64_t seed = 0; seed < deep(3, 64); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    for (const Topology& topology : {ring, torus, random_cycle, fully_connected}) {
      const std::uint64_t migrants = 1 + seed % 3;
      EXPECT_EQ(
          best_first(migrated(world, {.group = 1, .links = {topology, 1, migrants}}, 24, before)),
          best_first(migrated(world, {.topology = topology, .migrants = migrants, .transfer = Transfer::copy},
                              24, before)));
    }
  }
}

/// Of eight islands, 0 to 2, 3 to 5 and 6 to 7 are groups of at most three.
TEST_ON_RANKS(GroupedExchange, EachGroupDealsItsOwnIndividuals) {
  for (std::uint64_t seed = 0; seed < deep(3, 64); ++seed) {
    const auto before = random_individuals(seed, world.rank(), false);
    const auto all_before = collect(world, before);
    for (std::uint64_t most = 1; most <= 4; ++most) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", groups of " << most);
      const auto after =
          collect(world, migrated(world, {.group = most, .links = {.topology = isolated}}, 24, before));
      const std::size_t groups = (world.size() + most - 1) / most;
      std::size_t first = 0;
      for (std::size_t group = 0; group < groups; ++group) {
        const std::size_t end = ((group + 1) * world.size() + groups - 1) / groups;
        const auto part = [&](const FakeIslands& islands) {
          return pooled({&islands[first], &islands[first] + (end - first)});
        };
        const auto expected = part(all_before);
        EXPECT_EQ(part(after), end - first > 1 ? best_first(expected) : expected) << "group " << group;
        first = end;
      }
    }
  }
}

/// Copies go from the deal of one group to the islands of the same places in the next.
TEST_ON_RANKS(GroupedExchange, CopiesTravelBetweenIslandsOfOnePlace) {
  if (world.size() < 4 || world.size() % 2 != 0) return;
  for (std::uint64_t seed = 0; seed < deep(3, 64); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const auto before = random_individuals(seed, world.rank(), true);
    const std::uint64_t migrants = 1 + seed % 3;
    MigrationSettings settings{.group = 2, .links = {isolated, 1, migrants}};
    const auto dealt = collect(world, migrated(world, settings, 24, before));
    settings.links.topology = ring;
    const auto after = collect(world, migrated(world, settings, 24, before));
    for (std::size_t island = 0; island < world.size(); ++island) {
      const std::size_t source = (island + world.size() - 2) % world.size();
      auto expected = best_first(dealt[island]);
      const auto best = best_first(dealt[source]);
      expected.resize(expected.size() - migrants);
      expected.insert(expected.end(), best.begin(), best.begin() + static_cast<std::ptrdiff_t>(migrants));
      EXPECT_EQ(by_number(after[island]), by_number(expected)) << "island " << island;
    }
  }
}

TEST_ON_RANKS(GroupedExchange, CopiesTravelInTheEpochsOfTheLinks) {
  if (world.size() < 2) return;
  const auto before = random_individuals(3, world.rank(), true);
  FakeIsland island(24, before);
  const auto exchange = make_exchange(world, island, {.group = 1, .links = {.every = 3}}, 5);
  for (std::uint64_t epoch = 0; epoch < 9; ++epoch)
    EXPECT_EQ(exchange->migrate(island, epoch).individuals_sent, epoch % 3 == 2 ? 1U : 0U)
        << "epoch " << epoch;
}

TEST_ON_RANKS(GroupedExchange, IsRefusedWithoutAPool) {
  FakeIsland island(24, random_individuals(3, world.rank(), true));
  EXPECT_THROW(make_exchange(world, island, {.topology = ring, .group = 2}, 1), UsageError);
  EXPECT_THROW(make_exchange(world, island, {.transfer = Transfer::copy, .group = 2}, 1), UsageError);
  EXPECT_THROW(make_exchange(world, island, {.group = 2, .links = {.every = 0}}, 1), UsageError);
  EXPECT_THROW(make_exchange(world, island, {.group = 2, .links = {.migrants = 0}}, 1), UsageError);
}

}  // namespace
}  // namespace skerry
