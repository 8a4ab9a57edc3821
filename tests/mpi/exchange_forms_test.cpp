#include "engine/exchange/exchange.hpp"
#include "mpi/exchange_cases.hpp"
#include "mpi/ranks.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

/// In the copying form an island keeps its best individuals, and copies of the best of its sources replace
/// the others.
TEST_ON_RANKS(Exchange, CopiesOfTheBestReplaceTheWorst) {
  for (std::uint64_t seed = 300; seed < 308; ++seed) {
    const auto before = random_individuals(seed, world.rank(), false);
    auto islands = collect(world, before);
    for (auto& island : islands) island = best_first(island);
    for (const MigrationSettings& settings : all_copies(1 + seed % 4)) {
      for (const std::size_t record_size : {std::size_t{24}, std::size_t{0}}) {
        SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << name_of(settings));
        const auto after = migrated(world, settings, record_size, before);
        auto expected = islands[world.rank()];
        if (world.size() > 1) {
          std::vector<FakeIndividual> immigrants;
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
        EXPECT_EQ(by_number(after), by_number(expected));
      }
    }
  }
}

TEST_ON_RANKS(Exchange, CountsEachCopy) {
  const std::uint64_t others = world.size() - 1;
  for (const Transport transport : {Transport::direct, Transport::gather}) {
    // An island keeps at least one individual of its own.
    std::vector<FakeIndividual> individuals(2 * others + 1);
    for (std::size_t i = 0; i < individuals.size(); ++i) individuals[i].number = 1000 * world.rank() + i;
    FakeIsland island(40, individuals);
    const MigrationSettings settings{.migrants = 2, .transfer = Transfer::copy, .transport = transport};
    const MigrationCost cost = make_exchange(world, island, settings, 1)->migrate(island, 0);
    EXPECT_EQ(cost.individuals_sent, 2 * others);
    if (transport == Transport::gather) continue;
    EXPECT_EQ(cost.bytes_sent, 2 * others * (40 + 16));
    EXPECT_EQ(cost.bytes_received, cost.bytes_sent);
  }
}

TEST_ON_RANKS(Exchange, RefusesSettingsAndTopologiesThatCannotServe) {
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

}  // namespace
}  // namespace skerry
