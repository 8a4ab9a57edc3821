#include "engine/exchange/exchange.hpp"

#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr std::size_t record_sizes[] = {8, 400, 0};

std::map<std::uint64_t, Key> census(const std::vector<std::vector<FakeIndividual>>& islands) {
  std::map<std::uint64_t, Key> found;
  std::size_t count = 0;
  for (const auto& island : islands) {
    for (const auto& individual : island) found.emplace(individual.number, individual.key), ++count;
  }
  EXPECT_EQ(found.size(), count) << "an individual is there twice";
  return found;
}

TEST_ON_RANKS(Exchange, LosesNothingDoublesNothingAndKeepsSizes) {
  for (std::uint64_t seed = 0; seed < deep(5, 64); ++seed) {
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    const auto everyone = census(collect(world, before));
    for (const MigrationSettings& settings : all_moves(1 + seed % 4)) {
      for (const std::size_t record_size : record_sizes) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", " << name_of(settings) << ", records of " << record_size);
        const auto after = migrated(world, settings, record_size, before);
        EXPECT_EQ(after.size(), before.size());
        EXPECT_EQ(census(collect(world, after)), everyone);
      }
    }
  }
}

/// Direct exchanges of few islands differ from those of many, which are asked for explicitly here.
TEST_ON_RANKS(Exchange, AllTransportsLeaveTheSameIslands) {
  for (std::uint64_t seed = 100; seed < 100 + deep(3, 32); ++seed) {
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    auto all = all_moves(1 + seed % 4);
    for (const MigrationSettings& settings : all_copies(1 + seed % 4)) all.push_back(settings);
    for (const MigrationSettings& settings : all_groups(1 + seed % 4)) all.push_back(settings);
    for (const MigrationSettings& settings : all) {
      for (const std::size_t record_size : record_sizes) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", " << name_of(settings) << ", records of " << record_size);
        MigrationSettings gathering = settings;
        gathering.transport = Transport::gather;
        const auto expected = migrated(world, gathering, record_size, before, 3);
        EXPECT_EQ(migrated(world, settings, record_size, before, 3), expected);
        if (world.size() == 1 || settings.group > 0) continue;
        FakeIsland island(record_size, before);
        const auto exchange = make_distributed_exchange(world, island, settings, 5);
        for (std::uint64_t epoch = 0; epoch < 3; ++epoch) exchange->migrate(island, epoch);
        EXPECT_EQ(island.individuals(), expected);
      }
    }
  }
}

TEST_ON_RANKS(Exchange, FullyConnectedSortsEveryoneAndDeals) {
  if (world.size() == 1) return;
  for (std::uint64_t seed = 200; seed < 216; ++seed) {
    const auto before = random_individuals(seed, world.rank(), false);
    const auto expected = best_first(pooled(collect(world, before)));
    const auto after = migrated(world, {}, seed % 2 == 0 ? 0 : 16, before);
    EXPECT_EQ(pooled(collect(world, after)), expected) << "seed " << seed;
  }
}

TEST_ON_RANKS(Exchange, RingCarriesTheBestToTheNextIsland) {
  if (world.size() == 1) return;
  std::vector<FakeIndividual> mine;
  for (std::uint64_t i = 0; i < 10; ++i) {
    mine.push_back({1000 * world.rank() + i, {0, static_cast<double>(10 * i + world.rank())}});
  }
  const auto after = migrated(world, {.topology = ring, .migrants = 3}, 32, mine);
  const std::size_t previous = (world.rank() + world.size() - 1) % world.size();
  for (std::uint64_t i = 0; i < 10; ++i) {
    const bool stranger = std::ranges::any_of(
        after, [&](const FakeIndividual& individual) { return individual.number == 1000 * previous + i; });
    EXPECT_EQ(stranger, i < 3);
  }
  std::vector<std::uint64_t> origins;
  origins.reserve(after.size());
  for (const FakeIndividual& individual : after) origins.push_back(individual.number);
  EXPECT_TRUE(std::ranges::is_sorted(origins))
      << "immigrants stand in the order of the islands they came from";
}

TEST_ON_RANKS(Exchange, CountsWhatItCarries) {
  const std::uint64_t others = world.size() - 1;
  // All individuals of rank r have the key of rank size - 1 - r, so that all move except those of the middle
  // rank.
  std::vector<FakeIndividual> mine;
  for (std::uint64_t i = 0; i < 10; ++i) {
    mine.push_back({1000 * world.rank() + i, {0, static_cast<double>(world.size() - world.rank())}});
  }
  const bool moves = world.size() - 1 - world.rank() != world.rank();
  const std::uint64_t movers = moves ? 10 : 0;
  for (const Transport transport : {Transport::direct, Transport::gather}) {
    for (const std::size_t record_size : {std::size_t{40}, std::size_t{0}}) {
      FakeIsland island(record_size, mine);
      const MigrationCost cost =
          make_exchange(world, island, {.transport = transport}, 1)->migrate(island, 0);
      EXPECT_EQ(cost.individuals_sent, movers);
      EXPECT_EQ(cost.elapsed_s > 0, others > 0);
      if (record_size == 0) continue;
      if (transport == Transport::direct) {
        EXPECT_EQ(cost.bytes_sent, movers * 40 + others * 10 * 16);
        EXPECT_EQ(cost.bytes_received, movers * 40 + others * 10 * 16);
      } else {
        const std::uint64_t bytes = (world.rank() == 0 ? others : 1) * 10 * (40 + 16);
        EXPECT_EQ(cost.bytes_sent, others > 0 ? bytes : 0);
        EXPECT_EQ(cost.bytes_received, others > 0 ? bytes : 0);
      }
    }
  }
}

TEST_ON_RANKS(Exchange, RefusesAnIslandThatChangedItsSize) {
  if (world.size() == 1) return;
  FakeIsland island(8, random_individuals(1, 0, true));
  const auto exchange = make_exchange(world, island, {}, 1);
  FakeIsland smaller(8, {{}});
  EXPECT_THROW(exchange->migrate(smaller, 0), std::logic_error);
}

}  // namespace
}  // namespace skerry
