#include "engine/migration/exchange.hpp"

#include "skerry/error.hpp"

#include "mpi/fake_island.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

using Individual = FakeIsland::Individual;

constexpr std::size_t record_sizes[] = {8, 24, 400, 0};

std::vector<MigrationSettings> all_moves(std::uint64_t migrants) {
  std::vector<MigrationSettings> all{{.migrants = migrants, .similarity = Similarity::genotype}};
  for (const Topology& topology : {fully_connected, ring, torus, hypercube, random_cycle, isolated}) {
    all.push_back({.topology = topology, .migrants = migrants});
  }
  return all;
}

/// From island 0 to all others; each of the others to the next one, but the last.
const Topology cascade("cascade", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    if (island + 1 < request.islands) links[island].push_back(island + 1);
  }
  return links;
});

std::vector<MigrationSettings> all_copies(std::uint64_t migrants) {
  std::vector<MigrationSettings> all;
  for (const Topology& topology :
       {fully_connected, ring, torus, hypercube, random_cycle, isolated, cascade}) {
    all.push_back({.topology = topology, .migrants = migrants, .transfer = Transfer::copy});
  }
  return all;
}

std::string name_of(const MigrationSettings& settings) {
  return settings.topology.name() + (settings.transfer == Transfer::copy ? ", copying" : "") +
         (settings.similarity == Similarity::genotype ? ", by genotype" : "");
}

/// What one seed gives this rank: an island of its own size, numbers that are unique over all ranks.
std::vector<Individual> random_individuals(std::uint64_t seed, std::size_t rank, bool equal_sizes) {
  Random random(seed, static_cast<std::uint32_t>(rank));
  const std::uint32_t values = 1 + Random(seed, 999).below(60);
  const std::uint32_t size = equal_sizes ? 20 : 1 + random.below(seed % 4 == 0 ? 3 : 60);
  std::vector<Individual> individuals;
  for (std::uint32_t i = 0; i < size; ++i) {
    individuals.push_back(
        {1000 * rank + i, {random.below(5) == 0 ? 0.5 : 0.0, static_cast<double>(random.below(values))}});
  }
  return individuals;
}

/// All islands' individuals on every rank.
std::vector<std::vector<Individual>> collect(Communicator& world, const std::vector<Individual>& mine) {
  std::vector<std::size_t> sizes(world.size());
  world.allgather(mine.size(), std::span(sizes));
  std::vector<Individual> all;
  for (const std::size_t size : sizes) all.resize(all.size() + size);
  world.allgather(std::span<const Individual>(mine), sizes, std::span(all));
  std::vector<std::vector<Individual>> islands;
  auto next = all.begin();
  for (const std::size_t size : sizes) {
    islands.emplace_back(next, next + static_cast<std::ptrdiff_t>(size));
    next += static_cast<std::ptrdiff_t>(size);
  }
  return islands;
}

std::map<std::uint64_t, Key> census(const std::vector<std::vector<Individual>>& islands) {
  std::map<std::uint64_t, Key> found;
  std::size_t count = 0;
  for (const auto& island : islands) {
    for (const auto& individual : island) found.emplace(individual.number, individual.key), ++count;
  }
  EXPECT_EQ(found.size(), count) << "an individual is there twice";
  return found;
}

std::vector<Individual> migrated(Communicator& world, const MigrationSettings& settings,
                                 std::size_t record_size, const std::vector<Individual>& individuals,
                                 std::uint64_t epochs = 1) {
  FakeIsland island(record_size, individuals);
  const auto exchange = make_exchange(world, island, settings, 5);
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) exchange->migrate(island, epoch);
  return island.individuals();
}

TEST(Exchange, LosesNothingDoublesNothingAndKeepsSizes) {
  Communicator world;
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
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

TEST(Exchange, GatherAndDirectLeaveTheSameIslands) {
  Communicator world;
  for (std::uint64_t seed = 100; seed < 116; ++seed) {
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    auto all = all_moves(1 + seed % 4);
    for (const MigrationSettings& settings : all_copies(1 + seed % 4)) all.push_back(settings);
    for (const MigrationSettings& settings : all) {
      for (const std::size_t record_size : record_sizes) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", " << name_of(settings) << ", records of " << record_size);
        MigrationSettings gathering = settings;
        gathering.transport = Transport::gather;
        EXPECT_EQ(migrated(world, settings, record_size, before, 3),
                  migrated(world, gathering, record_size, before, 3));
      }
    }
  }
}

TEST(Exchange, FullyConnectedSortsEveryoneAndDeals) {
  Communicator world;
  if (world.size() == 1) return;
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    const auto before = random_individuals(seed, world.rank(), false);
    std::vector<Individual> expected;
    for (auto& island : collect(world, before)) {
      std::ranges::stable_sort(island, {}, &Individual::key);
      expected.insert(expected.end(), island.begin(), island.end());
    }
    std::ranges::stable_sort(expected, {}, &Individual::key);

    std::vector<Individual> dealt;
    const auto after = migrated(world, {}, seed % 2 == 0 ? 0 : 16, before);
    for (auto& island : collect(world, after)) {
      std::ranges::stable_sort(island, {}, &Individual::key);
      dealt.insert(dealt.end(), island.begin(), island.end());
    }
    EXPECT_EQ(dealt, expected) << "seed " << seed;
  }
}

TEST(Exchange, RingCarriesTheBestToTheNextIsland) {
  Communicator world;
  if (world.size() == 1) return;
  std::vector<Individual> mine;
  for (std::uint64_t i = 0; i < 10; ++i) {
    mine.push_back({1000 * world.rank() + i, {0, static_cast<double>(10 * i + world.rank())}});
  }
  const auto after = migrated(world, {.topology = ring, .migrants = 3}, 32, mine);
  const std::size_t previous = (world.rank() + world.size() - 1) % world.size();
  for (std::uint64_t i = 0; i < 10; ++i) {
    const bool stranger = std::ranges::any_of(
        after, [&](const Individual& individual) { return individual.number == 1000 * previous + i; });
    EXPECT_EQ(stranger, i < 3);
  }
  std::vector<std::uint64_t> origins;
  origins.reserve(after.size());
  for (const Individual& individual : after) origins.push_back(individual.number);
  EXPECT_TRUE(std::ranges::is_sorted(origins)) << "newcomers stand by the island they came from";
}

/// What the textbook's form leaves on each island: its best, as many as are not replaced, and copies of its
/// sources' best.
TEST(Exchange, CopiesOfTheBestReplaceTheWorst) {
  Communicator world;
  for (std::uint64_t seed = 300; seed < 316; ++seed) {
    const auto before = random_individuals(seed, world.rank(), false);
    auto islands = collect(world, before);
    for (auto& island : islands) std::ranges::stable_sort(island, {}, &Individual::key);
    for (const MigrationSettings& settings : all_copies(1 + seed % 4)) {
      for (const std::size_t record_size : {std::size_t{24}, std::size_t{0}}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << name_of(settings));
        auto after = migrated(world, settings, record_size, before);
        auto expected = islands[world.rank()];
        if (world.size() > 1) {
          std::vector<Individual> immigrants;
          const Links links = settings.topology.links({0, world.size(), 5});
          for (std::size_t source = 0; source < world.size(); ++source) {
            if (!std::ranges::count(links[source], world.rank())) continue;
            for (std::size_t i = 0; i < settings.migrants && i < islands[source].size(); ++i) {
              if (immigrants.size() + 1 < expected.size()) immigrants.push_back(islands[source][i]);
            }
          }
          expected.resize(expected.size() - immigrants.size());
          expected.insert(expected.end(), immigrants.begin(), immigrants.end());
        }
        const auto by_number = [](auto& island) { std::ranges::sort(island, {}, &Individual::number); };
        by_number(expected);
        by_number(after);
        EXPECT_EQ(after, expected);
      }
    }
  }
}

TEST(Exchange, ByGenotypeDealsOutByTheDistanceToTheBestOfAll) {
  Communicator world;
  if (world.size() == 1) return;
  for (std::uint64_t seed = 400; seed < 420; ++seed) {
    const auto before = random_individuals(seed, world.rank(), seed % 3 == 0);
    std::vector<Individual> pool;
    std::vector<std::size_t> sizes;
    for (auto& island : collect(world, before)) {
      std::ranges::stable_sort(island, {}, &Individual::key);
      pool.insert(pool.end(), island.begin(), island.end());
      sizes.push_back(island.size());
    }
    const std::uint64_t best = std::ranges::min_element(pool, {}, &Individual::key)->number;
    std::ranges::stable_sort(pool, {}, [best](const Individual& individual) {
      return std::tuple(individual.key.violation > 0, FakeIsland::distance(individual.number, best),
                        individual.key);
    });
    auto next = pool.begin();
    for (std::size_t island = 0; island < world.rank(); ++island) {
      next += static_cast<std::ptrdiff_t>(sizes[island]);
    }
    std::vector<Individual> expected(next, next + static_cast<std::ptrdiff_t>(sizes[world.rank()]));
    auto after = migrated(world, {.similarity = Similarity::genotype}, seed % 2 == 0 ? 0 : 16, before);
    std::ranges::sort(expected, {}, &Individual::number);
    std::ranges::sort(after, {}, &Individual::number);
    EXPECT_EQ(after, expected) << "seed " << seed;
  }
}

TEST(Exchange, RefusesSettingsAndTopologiesThatCannotServe) {
  Communicator world;
  const FakeIsland island(8, random_individuals(1, world.rank(), true));
  EXPECT_THROW(make_exchange(world, island, {.every = 0}, 1), UsageError);
  for (const Transport transport : {Transport::direct, Transport::gather}) {
    const auto make = [&] { make_exchange(world, island, {.topology = cascade, .transport = transport}, 1); };
    if (world.size() == 1) {
      EXPECT_NO_THROW(make());
    } else {
      EXPECT_THROW(make(), UsageError);
    }
  }
}

TEST(Exchange, CountsWhatItCarries) {
  Communicator world;
  const std::uint64_t others = world.size() - 1;
  // All of rank r have the key of rank size - 1 - r: the whole population moves, but for the middle one.
  std::vector<Individual> mine;
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

TEST(Exchange, CountsEachCopy) {
  Communicator world;
  const std::uint64_t others = world.size() - 1;
  for (const Transport transport : {Transport::direct, Transport::gather}) {
    FakeIsland island(40, random_individuals(1, world.rank(), true));
    const MigrationSettings settings{.migrants = 2, .transfer = Transfer::copy, .transport = transport};
    const MigrationCost cost = make_exchange(world, island, settings, 1)->migrate(island, 0);
    EXPECT_EQ(cost.individuals_sent, 2 * others);
    if (transport == Transport::gather) continue;
    EXPECT_EQ(cost.bytes_sent, 2 * others * 40 + others * 20 * 16);
    EXPECT_EQ(cost.bytes_received, cost.bytes_sent);
  }
}

TEST(Exchange, RefusesAnIslandThatChangedItsSize) {
  Communicator world;
  if (world.size() == 1) return;
  FakeIsland island(8, random_individuals(1, 0, true));
  const auto exchange = make_exchange(world, island, {}, 1);
  FakeIsland smaller(8, {{}});
  EXPECT_THROW(exchange->migrate(smaller, 0), std::logic_error);
}

}  // namespace
}  // namespace skerry
