#pragma once

#include "skerry/error.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/population/population.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace skerry {

/// What an island knows between two generations besides its individuals.
struct IslandCounters {
  std::uint64_t population = 0, generation = 0, stagnant = 0, evaluations = 0, immigrations = 0, restarts = 0;
  Key best_since_restart;
  Random::State fresh_random, random, observer_random;
};

template <typename Genome>
struct Individual {
  Key key;
  Genome genome;
};

/// An island as bytes: its counters, the keys and then the genomes of its population, the best of its life.
template <typename Genome>
std::vector<std::byte> save_island(const IslandCounters& counters, const Population<Genome>& population,
                                   const Individual<Genome>& best) {
  std::vector<std::byte> state;
  const auto append = [&](const auto& value) {
    const std::size_t before = state.size();
    state.resize(before + sizeof(value));
    std::memcpy(state.data() + before, &value, sizeof(value));
  };
  append(counters);
  for (const Key& key : population.keys) append(key);
  for (const Genome& genome : population.genomes) pack_genome(genome, state);
  append(best.key);
  pack_genome(best.genome, state);
  return state;
}

template <typename Genome>
struct LoadedIsland {
  IslandCounters counters;
  Individual<Genome> best;
};

/// Reads save_island()'s bytes, the individuals into `population`. Throws DataError where they are damaged,
/// or of a population of another size; what the individuals are is for the caller to judge.
template <typename Genome>
LoadedIsland<Genome> load_island(std::span<const std::byte> state, Population<Genome>& population) {
  const auto take = [&](auto& value) {
    if (state.size() < sizeof(value)) throw DataError("a saved island ends too early");
    std::memcpy(&value, state.data(), sizeof(value));
    state = state.subspan(sizeof(value));
  };
  LoadedIsland<Genome> loaded{};
  take(loaded.counters);
  if (loaded.counters.population != population.size())
    throw DataError("a saved island has another population size");
  for (Key& key : population.keys) take(key);
  for (Genome& genome : population.genomes) genome = take_genome<Genome>(state);
  take(loaded.best.key);
  loaded.best.genome = take_genome<Genome>(state);
  if (!state.empty()) throw DataError("a saved island is longer than its population");
  return loaded;
}

}  // namespace skerry
