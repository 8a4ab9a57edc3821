#include "skerry/evolve.hpp"
#include "skerry/migration_policy.hpp"

#include "engine/communication/mpi_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "mpi/exchange_cases.hpp"
#include "puzzles/landscapes/bit_functions.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Genome = OneMax::Genome;

/// The best migrates first, then those that differ most from it.
struct Different {
  static constexpr std::string_view name = "different";
  void order(const Population<Genome>& population, std::span<std::uint32_t> ranking) {
    const Genome& best = population.genomes[ranking.front()];
    const auto distance = [&](std::uint32_t slot) {
      std::size_t bits = 0;
      for (std::size_t bit = 0; bit < 80; ++bit) bits += population.genomes[slot].test(bit) != best.test(bit);
      return bits;
    };
    std::ranges::stable_sort(ranking.subspan(1), std::greater{}, distance);
  }
};

/// Loses individuals on island 0, in the second migration.
struct Loses {
  static constexpr std::string_view name = "loses";
  void order(const Population<Genome>& /*population*/, std::span<std::uint32_t> ranking) {
    if (++migrations == 2) ranking.front() = ranking.back();
  }
  int migrations = 0;
};

/// Returns the fitness of all individuals of all islands, in order.
std::vector<double> all_costs(const Mpi& mpi, const Population<Genome>& population) {
  std::vector<double> own;
  for (const Key& key : population.keys) own.push_back(key.cost);
  std::vector<double> all;
  for (const auto& costs : collect(mpi.communicator(), own))
    all.insert(all.end(), costs.begin(), costs.end());
  std::ranges::sort(all);
  return all;
}

TEST(MigrationPolicies, NobodyIsLostWhoMoves) {
  const Mpi mpi;
  const auto rank = static_cast<std::uint32_t>(mpi.rank());
  for (const std::string policy : {"best", "random", "different"}) {
    auto island = make_island(OneMax(80), Genetic{.population = 12, .offspring = 12}, 9, rank);
    island->choose_migrants_by(make_migrant_order<Genome>(policy, std::tuple(Different{}), 9, rank));
    island->initialise();
    const auto before = all_costs(mpi, island->population());
    const MigrationSettings settings{.topology = ring, .migrants = 5, .policy = policy};
    const auto exchange = make_exchange(mpi.communicator(), *island, settings, 9);
    const std::vector<Genome> at_home = island->population().genomes;
    for (std::uint64_t epoch = 0; epoch < 4; ++epoch) exchange->migrate(*island, epoch);
    EXPECT_EQ(all_costs(mpi, island->population()), before) << policy;
    EXPECT_EQ(island->population().genomes == at_home, mpi.size() == 1) << policy;
  }
}

TEST(MigrationPolicies, OneThatLosesSomebodyEndsTheRunOnEveryRank) {
  const Mpi mpi;
  if (mpi.size() == 1) GTEST_SKIP() << "there are no migrations";
  const EvolveSettings<Genome> settings{.island = Genetic{.population = 12, .offspring = 12},
                                        .migration = {.topology = ring, .every = 2, .policy = "loses"},
                                        .stop = {.generations = 40}};
  EXPECT_THAT([&] { evolve(OneMax(80), settings, mpi, Loses{}); },
              ThrowsMessage<Error>(HasSubstr("migration policy \"loses\" put slot")));
}

}  // namespace
}  // namespace skerry
