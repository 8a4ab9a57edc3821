#include "skerry/evolve.hpp"
#include "skerry/migration_policy.hpp"

#include "engine/communication/mpi_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "puzzles/landscapes/bit_functions.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry {
namespace {

using testing::HasSubstr;
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

std::vector<MigrationSettings> all_with(const std::string& policy) {
  return {{.topology = ring, .every = 4, .migrants = 3, .policy = policy},
          {.topology = torus, .every = 4, .migrants = 2, .transfer = Transfer::copy, .policy = policy},
          {.topology = fully_connected, .every = 4, .transfer = Transfer::copy, .policy = policy},
          {.every = 4, .group = 2, .policy = policy}};
}

std::string decided(const MigrationSettings& migration, const Mpi& mpi) {
  const auto run = evolve(OneMax(80),
                          {.island = Genetic{.population = 12, .offspring = 12},
                           .migration = migration,
                           .stop = {.generations = 40},
                           .seed = 9},
                          mpi, Different{});
  return std::to_string(run.evaluations) + " " + std::to_string(run.score.fitness) + " " +
         std::to_string(run.best_island) + " " + OneMax(80).describe(run.best);
}

TEST(MigrationPolicies, ARunIsTheSameByEitherTransport) {
  const Mpi mpi;
  for (const std::string policy : {"random", "different"}) {
    for (MigrationSettings migration : all_with(policy)) {
      const std::string direct = decided(migration, mpi);
      EXPECT_EQ(decided(migration, mpi), direct);
      migration.transport = Transport::gather;
      EXPECT_EQ(decided(migration, mpi), direct) << policy << ", " << migration.topology.name();
    }
  }
}

/// Returns the fitness of all individuals of all islands, in order.
std::vector<double> all_costs(const Mpi& mpi, const Population<Genome>& population) {
  std::vector<double> own;
  for (const Key& key : population.keys) own.push_back(key.cost);
  std::vector<double> all(own.size() * mpi.size());
  mpi.communicator().allgather(std::span<const double>(own), std::vector<std::size_t>(mpi.size(), own.size()),
                               std::span(all));
  std::ranges::sort(all);
  return all;
}

/// Each child of the best two replaces the worst.
struct Couple {
  static constexpr std::string_view name = "couple";
  template <typename Island>
  void advance(Island& island) {
    auto& population = island.population();
    order_by_key(population.keys, ranking);
    for (std::size_t child = 0; child < island.offspring(); ++child) {
      Genome genome = island.crossover(population.genomes[ranking[0]], population.genomes[ranking[1]]);
      island.mutate(genome);
      const std::uint32_t slot = ranking[ranking.size() - 1 - child];
      population.keys[slot] = island.evaluate(genome);
      population.genomes[slot] = genome;
    }
  }
  std::vector<std::uint32_t> ranking;
};

TEST(OwnAlgorithms, AreTheSameByEitherTransportBesideOthers) {
  const Mpi mpi;
  const OwnAlgorithm couple{.name = "couple", .population = 9, .offspring = 5};
  for (MigrationSettings migration : all_with("random")) {
    const auto run = [&] {
      const auto result = evolve(OneMax(80),
                                 {.island = couple,
                                  .island_overrides = {{1, Genetic{.population = 9, .offspring = 5}}},
                                  .migration = migration,
                                  .stop = {.generations = 30},
                                  .seed = 9},
                                 mpi, Couple{});
      EXPECT_EQ(result.evaluations, mpi.size() * (9 + 30 * 5));
      return std::to_string(result.score.fitness) + OneMax(80).describe(result.best);
    };
    const std::string direct = run();
    migration.transport = Transport::gather;
    EXPECT_EQ(run(), direct) << migration.topology.name();
  }
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
  try {
    evolve(OneMax(80),
           {.island = Genetic{.population = 12, .offspring = 12},
            .migration = {.topology = ring, .every = 2, .policy = "loses"},
            .stop = {.generations = 40}},
           mpi, Loses{});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("migration policy \"loses\" put slot"));
  }
}

TEST(MigrationPolicies, AnUnknownOneIsRefusedOnEveryRank) {
  const Mpi mpi;
  EXPECT_THROW(evolve(OneMax(80), {.migration = {.topology = ring, .policy = "differnet"}}, mpi, Different{}),
               UsageError);
}

}  // namespace
}  // namespace skerry
