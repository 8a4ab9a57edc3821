#pragma once

#include "skerry/score.hpp"
#include "skerry/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// One population and the algorithm that evolves it: the engine's one type-erased boundary. It knows neither
/// MPI nor HDF5. Individuals are addressed by slot, 0 .. size() - 1.
class Island {
 public:
  virtual ~Island() = default;

  /// Makes and scores the initial population, generation 0.
  virtual void initialise() = 0;

  /// Evolves that many generations.
  virtual void evolve(std::uint64_t generations) = 0;

  /// One row for each generation since the last call of forget(), generation 0 included.
  virtual std::span<const Statistics> statistics() const = 0;
  /// The new bests of this island (over its whole life) since the last call of forget().
  virtual std::span<const Improvement> improvements() const = 0;
  /// Empties statistics() and improvements().
  virtual void forget() = 0;

  /// Individuals; the same over the island's life.
  virtual std::size_t size() const = 0;
  /// Whether a small fitness is good, or a large one.
  virtual Direction direction() const = 0;

  /// Sorts the population, best first (ties: the earlier slot first), so that slot = rank, and returns the
  /// keys.
  virtual std::span<const Key> sort() = 0;

  /// Sorts the population by likeness to that genome, a buffer of one (see pack), ties by the slot so far,
  /// and returns the slots' places in that order. Distances are the problem's (see genome_distance); one that
  /// is no number counts as infinite.
  virtual std::span<const DistanceKey> sort_by_distance(std::span<const std::byte> genome) = 0;

  /// Bytes of one individual in a buffer; 0 where genomes differ in size.
  virtual std::size_t record_size_bytes() const = 0;

  /// The genomes of slots first .. first + count - 1 as a buffer. The view may lead into the population
  /// itself: it holds until the island is next changed, calls of inbox() and pack() aside. Genomes that
  /// differ in size are records that each begin with the size in bytes of what follows (64 bits).
  virtual std::span<const std::byte> pack(std::size_t first, std::size_t count) = 0;

  /// Room for a buffer of that size, for pack()ed genomes of other islands (and this one) one after another.
  virtual std::span<std::byte> inbox(std::size_t size_bytes) = 0;

  /// Makes the inbox the population: slot i takes the genome that stands at place i of the inbox, with
  /// keys[i]. As many as the island's size.
  virtual void settle(std::span<const Key> keys) = 0;

  /// The best individual of this island's life, as a buffer of one, and its key.
  virtual Key best_key() const = 0;
  /// The genome of that individual, as a buffer of one.
  virtual std::vector<std::byte> best_genome() const = 0;

  /// What has kept this island from feasible individuals, in words; empty where nothing did or the problem
  /// can't say.
  virtual std::string obstacle() const { return {}; }

  /// Everything that decides the island's future; load() of it into a new island of the same settings
  /// continues bit for bit. Times are not part of it.
  virtual std::vector<std::byte> save() const = 0;
  /// Throws DataError for bytes that save() did not write.
  virtual void load(std::span<const std::byte> state) = 0;
};

}  // namespace skerry
