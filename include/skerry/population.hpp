#pragma once

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// Individuals, with genomes and keys in separate contiguous arrays; slot i of both is one individual.
template <typename Genome>
struct Population {
  std::vector<Genome> genomes;
  std::vector<Key> keys;

  std::size_t size() const { return keys.size(); }
  /// New individuals are not scored yet.
  void resize(std::size_t size) {
    genomes.resize(size);
    keys.resize(size);
  }
};

/// Writes the slots to `ranking`, best first; ties are in the order of slots.
void order_by_key(std::span<const Key> keys, std::vector<std::uint32_t>& ranking);

/// Writes the slots to `ranking` as SimilarityKey orders them; ties are in the order of slots.
void order_by_similarity(std::span<const SimilarityKey> keys, std::vector<std::uint32_t>& ranking);

/// Returns the best slot, the first of those that tie; there is at least one key.
std::size_t best_slot(std::span<const Key> keys);

void best_slots(std::span<const Key> keys, std::size_t count, std::vector<std::uint32_t>& slots);

/// The state of an island between two generations, without its individuals.
struct IslandCounters {
  std::uint64_t population = 0;
  std::uint64_t generation = 0;
  std::uint64_t stagnant = 0;
  std::uint64_t evaluations = 0;
  std::uint64_t immigrations = 0;
  std::uint64_t restarts = 0;
  Key best_since_restart = {};
  Random::State fresh_random = {};
  Random::State random = {};
  Random::State observer_random = {};
};

template <>
inline constexpr auto members_of<IslandCounters> = std::tuple{
    Member{"population", "1", "individuals", &IslandCounters::population},
    Member{"generation", "1", "generation at which the island stands", &IslandCounters::generation},
    Member{"stagnant", "1", "generations without a new best since the restart", &IslandCounters::stagnant},
    Member{"evaluations", "1", "evaluations since the start", &IslandCounters::evaluations},
    Member{"immigrations", "1", "times since the start that random immigrants came",
           &IslandCounters::immigrations},
    Member{"restarts", "1", "restarts of the population since the start", &IslandCounters::restarts},
    Member{"best_since_restart", fitness_unit, "key of the best since the restart",
           &IslandCounters::best_since_restart},
    Member{"fresh_random", "1", "random numbers of new individuals", &IslandCounters::fresh_random},
    Member{"random", "1", "random numbers of the evolution", &IslandCounters::random},
    Member{"observer_random", "1", "random numbers of the diversity estimate",
           &IslandCounters::observer_random}};
static_assert(describes_whole<IslandCounters>);

/// One individual by itself.
template <typename Genome>
struct Individual {
  Key key;
  Genome genome;
};

/// Returns an island as bytes: its counters, the keys and then the genomes of its population, and its best.
template <typename Genome>
std::vector<std::byte> save_island(const IslandCounters& counters, const Population<Genome>& population,
                                   const Individual<Genome>& best) {
  std::vector<std::byte> state;
  append_record(state, counters);
  for (const Key& key : population.keys) append_record(state, key);
  for (const Genome& genome : population.genomes) pack_genome(genome, state);
  append_record(state, best.key);
  pack_genome(best.genome, state);
  return state;
}

namespace detail {
/// Removes a record from the bytes of a saved island. Throws DataError if they end too early.
template <typename T>
void take_saved(std::span<const std::byte>& state, T& value) {
  if (!take_record(state, value)) throw DataError("a saved island ends too early");
}
}  // namespace detail

/// Reads the bytes of save_island(), the individuals into `population`. Throws DataError if they are damaged,
/// or belong to a population of another size; it does not check the individuals themselves.
template <typename Genome>
std::pair<IslandCounters, Individual<Genome>> load_island(std::span<const std::byte> state,
                                                          Population<Genome>& population) {
  IslandCounters counters;
  Individual<Genome> best{};
  detail::take_saved(state, counters);
  if (counters.population != population.size()) throw DataError("a saved island has another population size");
  for (Key& key : population.keys) detail::take_saved(state, key);
  for (Genome& genome : population.genomes) genome = take_genome<Genome>(state);
  detail::take_saved(state, best.key);
  best.genome = take_genome<Genome>(state);
  if (!state.empty()) throw DataError("a saved island is longer than its population");
  return {counters, std::move(best)};
}

/// Returns the population of a saved island, by slot, and after it the best individual that it has had,
/// whatever its algorithm. Throws DataError as load_island() does.
template <typename Genome>
SolutionSet saved_individuals(std::span<const std::byte> state) {
  IslandCounters counters;
  detail::take_saved(state, counters);
  if (counters.population > state.size() / sizeof(Key)) throw DataError("a saved island ends too early");
  SolutionSet found;
  found.keys.resize(counters.population);
  for (Key& key : found.keys) detail::take_saved(state, key);
  const auto take = [&] {
    pack_genome(take_genome<Genome>(state), found.genomes);
    found.ends.push_back(found.genomes.size());
  };
  for (std::size_t slot = 0; slot < counters.population; ++slot) take();
  detail::take_saved(state, found.keys.emplace_back());
  take();
  return found;
}

// An algorithm's state ends a saved island; its size follows it where it is not known before.

/// Appends what write(bytes) appends, and then its size.
template <typename Write>
void append_trailing(std::vector<std::byte>& state, Write write) {
  const std::size_t before = state.size();
  write(state);
  append_record(state, std::uint64_t{state.size() - before});
}

/// Returns the size, itself included, of what append_trailing() appended last.
inline std::size_t trailing_size_bytes(std::span<const std::byte> state) {
  std::uint64_t size_bytes = 0;
  if (state.size() < sizeof(size_bytes)) throw DataError("a saved island ends too early");
  std::span<const std::byte> last = state.last(sizeof(size_bytes));
  take_record(last, size_bytes);
  if (size_bytes > state.size() - sizeof(size_bytes)) throw DataError("a saved island ends too early");
  return size_bytes + sizeof(size_bytes);
}

}  // namespace skerry
