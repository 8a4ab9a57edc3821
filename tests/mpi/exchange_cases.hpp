#pragma once

#include "engine/communication/communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "mpi/fake_island.hpp"
#include "support/depth.hpp"
#include "support/testing.hpp"

namespace skerry {

using FakeIndividual = FakeIsland::Individual;
using FakeIslands = std::vector<std::vector<FakeIndividual>>;

using test::deep;

/// Returns all similarities but fitness, which needs no measure.
inline std::vector<Similarity> measured_similarities() {
  std::vector<Similarity> all;
  for (std::size_t i = 1; i < similarity_names.size(); ++i) all.push_back(static_cast<Similarity>(i));
  return all;
}

inline std::vector<MigrationSettings> all_moves(std::uint64_t migrants) {
  std::vector<MigrationSettings> all;
  for (const Similarity similarity : measured_similarities()) {
    all.push_back({.migrants = migrants, .similarity = similarity});
  }
  for (const Topology& topology : {fully_connected, ring, torus, hypercube, random_cycle, isolated}) {
    all.push_back({.topology = topology, .migrants = migrants});
  }
  return all;
}

/// Island 0 has links to all others; each of the others has one to the next, except the last.
inline const Topology cascade("cascade", [](const TopologyRequest& request) {
  Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    if (island + 1 < request.islands) links[island].push_back(island + 1);
  }
  return links;
});

inline std::vector<MigrationSettings> all_copies(std::uint64_t migrants) {
  std::vector<MigrationSettings> all;
  for (const Topology& topology :
       {fully_connected, ring, torus, hypercube, random_cycle, isolated, cascade}) {
    all.push_back({.topology = topology, .migrants = migrants, .transfer = Transfer::copy});
  }
  return all;
}

inline std::vector<MigrationSettings> all_groups(std::uint64_t migrants) {
  return {{.group = 2, .links = {ring, 1, migrants}},
          {.similarity = Similarity::random, .group = 3, .links = {random_cycle, 2, migrants}},
          {.similarity = Similarity::genotype, .group = 2, .links = {fully_connected, 1, migrants}}};
}

inline std::string name_of(const MigrationSettings& settings) {
  if (settings.group > 0) {
    return "groups of " + std::to_string(settings.group) + ", " + settings.links.topology.name() + ", by " +
           std::string(name_of(settings.similarity));
  }
  return settings.topology.name() + (settings.transfer == Transfer::copy ? ", copying" : "") + ", by " +
         std::string(name_of(settings.similarity));
}

/// Returns the individuals of this rank for a seed: as many as the island has, with numbers unique over all
/// ranks.
inline std::vector<FakeIndividual> random_individuals(std::uint64_t seed, std::size_t rank,
                                                      bool equal_sizes) {
  Random random(seed, static_cast<std::uint32_t>(rank));
  const std::uint32_t values = 1 + Random(seed, 999).below(60);
  const std::uint32_t size = equal_sizes ? 20 : 1 + random.below(seed % 4 == 0 ? 3 : 60);
  std::vector<FakeIndividual> individuals;
  for (std::uint32_t i = 0; i < size; ++i) {
    individuals.push_back(
        {1000 * rank + i, {random.below(5) == 0 ? 0.5 : 0.0, static_cast<double>(random.below(values))}});
  }
  return individuals;
}

inline std::vector<FakeIndividual> best_first(std::vector<FakeIndividual> island) {
  std::ranges::stable_sort(island, {}, &FakeIndividual::key);
  return island;
}

inline std::vector<FakeIndividual> by_number(std::vector<FakeIndividual> island) {
  std::ranges::sort(island, {}, &FakeIndividual::number);
  return island;
}

/// Returns what all islands have, by island, on every rank.
template <typename T>
std::vector<std::vector<T>> collect(Communicator& world, const std::vector<T>& mine) {
  std::vector<std::size_t> sizes(world.size());
  world.allgather(mine.size(), std::span(sizes));
  std::vector<T> all(std::reduce(sizes.begin(), sizes.end()));
  world.allgather(std::span<const T>(mine), sizes, std::span(all));
  std::vector<std::vector<T>> islands;
  auto next = all.begin();
  for (const std::size_t size : sizes) {
    islands.emplace_back(next, next + static_cast<std::ptrdiff_t>(size));
    next += static_cast<std::ptrdiff_t>(size);
  }
  return islands;
}

/// Returns all individuals in the order of islands, and the best of each first.
inline std::vector<FakeIndividual> pooled(const FakeIslands& islands) {
  std::vector<FakeIndividual> pool;
  for (const auto& island : islands) {
    const auto sorted = best_first(island);
    pool.insert(pool.end(), sorted.begin(), sorted.end());
  }
  return pool;
}

inline std::vector<FakeIndividual> migrated(Communicator& world, const MigrationSettings& settings,
                                            std::size_t record_size,
                                            const std::vector<FakeIndividual>& individuals,
                                            std::uint64_t epochs = 1) {
  FakeIsland island(record_size, individuals);
  const auto exchange = make_exchange(world, island, settings, 5);
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) exchange->migrate(island, epoch);
  return island.individuals();
}

}  // namespace skerry
