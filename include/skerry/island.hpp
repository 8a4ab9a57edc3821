#pragma once

#include "skerry/columns.hpp"
#include "skerry/error.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace skerry {

/// The rows that islands add to a trace in an epoch. CONTRIBUTING.md has the files of a further table.
struct IslandRows {
  std::vector<Statistics> statistics;          ///< [generation], or [generation][island] of all islands
  std::vector<double> column_values;           ///< likewise [column], of the columns of the program's own
  std::vector<Improvement> improvements;       ///< new bests of single islands, by generation, then island
  std::vector<Birth> births;                   ///< in the same order; empty unless the islands record births
  std::vector<EvaluationRow> evaluation_rows;  ///< likewise; empty unless they record evaluations
  std::vector<PopulationRow> populations;      ///< by island, then slot; empty unless the run records them
  /// The genomes of improvements and of populations, a row each (see GenomeForm); empty unless recorded.
  std::vector<std::byte> improvement_genomes;
  std::vector<std::byte> population_genomes;
};

/// What a run records besides statistics, improvements and migrations, from its settings to its trace.
struct Recorded {
  /// The births (Birth), from which lines of descent can be followed; all algorithms must be Genetic.
  bool births = false;
  /// A row for each evaluation, of problems that report them.
  bool evaluations = true;
  /// Epochs between records of the populations, the last epoch having one; 0: it alone; none: no record.
  std::optional<std::uint64_t> populations = {};
  /// The genome of each improvement.
  bool improvement_genomes = false;

  /// Whether genomes are recorded, which then need a form (see GenomeForm).
  bool genomes() const { return populations.has_value() || improvement_genomes; }
};

/// The lists of events, any number in a generation; populations are taken at the end of an epoch.
inline constexpr auto event_lists =
    std::tuple{&IslandRows::improvements, &IslandRows::births, &IslandRows::evaluation_rows};
inline constexpr std::size_t number_of_event_lists = std::tuple_size_v<decltype(event_lists)>;

template <typename Rows, typename Work>
void for_each_event_list(Rows& rows, Work&& work) {
  std::apply([&](auto... list) { (work(rows.*list), ...); }, event_lists);
}

/// One population and the algorithm that evolves it. It is the engine's only type-erased boundary, and uses
/// neither MPI nor HDF5. Individuals are addressed by slot, 0 .. size() - 1.
class Island {
 public:
  virtual ~Island() = default;

  /// Hands what the run offers to the problem (see UsesServices). Called before initialise() or load().
  virtual void use(const EvaluationServices& /*services*/) {}

  /// Makes and scores the initial population, generation 0.
  virtual void initialise() = 0;

  virtual void evolve(std::uint64_t generations) = 0;

  /// Returns the most evaluations that a generation makes; the largest number if that is not known.
  virtual std::uint64_t most_evaluations() const { return std::numeric_limits<std::uint64_t>::max(); }
  /// Makes no more evaluations than so many since the start. An individual of the initial population for
  /// which none is left has no fitness; later the one before it stays.
  virtual void limit_evaluations(std::uint64_t /*most*/) {}
  /// Tells whether that limit has kept the island from an evaluation since it was set.
  virtual bool lacks_evaluations() const { return false; }

  /// Returns one row for each generation since the last call of forget(), generation 0 included.
  virtual std::span<const Statistics> statistics() const = 0;
  /// Returns the columns of the program's own: those of the problem, then those of its observers.
  virtual std::vector<Column> columns() const { return {}; }
  /// Returns their values, [generation][column], beside statistics().
  virtual std::span<const double> column_values() const { return {}; }
  /// Returns the island's new bests, better than all before them, since the last call of forget().
  virtual std::span<const Improvement> improvements() const = 0;
  /// Keeps what is asked for from now on, and returns what of it there is: evaluations only if something
  /// reports them; populations are the run's. Called after use(), before initialise() or load(). Throws
  /// UsageError for births of an algorithm without them, and for genomes that differ in size.
  virtual Recorded record(const Recorded& wanted) {
    return {.evaluations = false, .populations = wanted.populations};
  }
  /// Returns the births since the last call of forget(), in the order of generations.
  virtual std::span<const Birth> births() const { return {}; }
  virtual std::span<const EvaluationRow> evaluation_rows() const { return {}; }
  /// Returns the form of genomes in rows; of width 0 if they have none.
  virtual GenomeForm genome_form() const { return {}; }
  virtual std::span<const std::byte> improvement_genomes() const { return {}; }
  /// Appends all individuals, by slot.
  virtual void append_population(std::vector<PopulationRow>& /*rows*/,
                                 std::vector<std::byte>& /*genomes*/) const {}
  /// Empties statistics(), column_values(), improvements() and their genomes, births() and evaluation_rows().
  virtual void forget() = 0;

  /// The size never changes.
  virtual std::size_t size() const = 0;
  virtual Direction direction() const = 0;

  /// Sorts the population, best first and of equal ones the earlier slot first, and returns the keys.
  virtual std::span<const Key> sort() = 0;

  /// Sorts the population for links, which carry the first, best first as the algorithm itself compares
  /// individuals unless a migration policy orders them; by default that is sort(). Returns the keys, by slot.
  virtual std::span<const Key> sort_for_links() { return sort(); }

  /// Writes the distance of each individual, by slot, to a packed genome; NaN counts as infinite.
  virtual void measure_distances(std::span<const std::byte> genome, std::span<double> distances) = 0;

  virtual bool knows_loci() const = 0;
  /// Returns the values at the loci of an individual, if known; the view is valid until the next call.
  virtual std::span<const std::uint64_t> loci(std::size_t slot) = 0;

  /// Returns 0 if the algorithm knows of none.
  virtual std::size_t objective_count() const { return 0; }
  /// Returns the objectives of all individuals, [slot][objective], with those that are maximised negated.
  virtual std::span<const double> objectives() const { return {}; }

  /// Sorts the population by a value for each individual, by slot, as SimilarityKey does; ties keep their
  /// order. Returns the keys of that order, by slot. No value may be NaN.
  virtual std::span<const SimilarityKey> sort_by(std::span<const double> values) = 0;

  /// Returns the number of bytes of one individual in a buffer; 0 if genomes differ in size.
  virtual std::size_t record_size_bytes() const = 0;

  /// Returns the genomes of slots first .. first + count - 1 as a buffer, which is valid until the island
  /// changes, except by inbox() and pack(). One of variable size follows its number of bytes (64 bits).
  virtual std::span<const std::byte> pack(std::size_t first, std::size_t count) = 0;

  /// Returns room for a buffer of that size, to be filled with packed genomes, one after another.
  virtual std::span<std::byte> inbox(std::size_t size_bytes) = 0;

  /// Makes the inbox the population, of size() genomes: slot i takes number i, with keys[i].
  virtual void settle(std::span<const Key> keys) = 0;

  virtual Key best_key() const = 0;
  /// Returns the genome of that individual, as a buffer of one.
  virtual std::vector<std::byte> best_genome() const = 0;

  /// Returns what the island keeps besides its population, and what that means.
  virtual SetDescription set_description() const { return {}; }
  /// Returns the feasible solutions that it keeps besides its population, in the order of merged().
  virtual SolutionSet solution_set() const { return {}; }

  /// Moves what it has of cells that others own to batches[cell % batches.size()]; returns how many.
  virtual std::size_t send_home(std::uint32_t /*own*/, std::span<std::vector<std::byte>> /*batches*/) {
    return 0;
  }
  virtual void come_home(std::span<const std::byte> /*batch*/) {}
  /// Is called once all batches of a migration have come.
  virtual void all_home() {}

  /// Returns in words what has kept this island from feasible individuals; empty if that is not known.
  virtual std::string obstacle() const { return {}; }

  /// Returns everything that decides the island's future. After load() of these bytes a new island with the
  /// same settings continues bit for bit. Times are not part of it.
  virtual std::vector<std::byte> save() const = 0;
  /// Restores the state. Throws DataError for bytes that save() did not write.
  virtual void load(std::span<const std::byte> state) = 0;
};

}  // namespace skerry
