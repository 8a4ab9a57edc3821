#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/make_island.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/genomes.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/mpi.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/problem.hpp"
#include "skerry/problem_members.hpp"
#include "skerry/recorder.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/stop.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// The settings of a run, the same on every rank; of `start`, `record` and functions the first's count.
template <typename Genome>
struct EvolveSettings {
  /// The algorithm of every island; none: by the problem (docs/configuration.md), genetic for births.
  std::optional<Algorithm> island = {};
  std::map<std::size_t, Algorithm> island_overrides =
      {};  ///< the algorithms of islands that differ, by number from 0
  MigrationSettings migration = {};
  StopRule stop = {};  ///< if it has no target, the problem's optimum is the target
  std::uint64_t seed = 1;
  /// Individuals of the initial population, dealt to the islands in turn; the rest is sampled. `evolve`
  /// throws UsageError if there are more than all islands have room for.
  std::vector<Genome> start = {};
  std::shared_ptr<Recorder> record = {};  ///< given on every rank or on none
  Recorded recorded = {};  ///< what epochs and traces hold besides statistics, improvements and migrations
  /// If true, ranks that wait evaluate for others, with the same result; the problem must have
  /// evaluate_batch() and no take_evaluations(). Worth it if an evaluation takes a millisecond or more.
  bool lend = false;
  /// Is called at the end of each epoch on the first rank; false ends the run (StopReason::requested).
  std::function<bool(const Epoch&)> on_epoch = {};
};

/// One of the solutions that a run keeps besides its populations.
template <typename Genome>
struct Solution {
  Genome genome;
  Score score;
  /// Its objectives in a front, its features in a map, in the problem's order, directions and units.
  std::vector<double> values;
  /// Its cell in a map, those of a grid numbered with the last feature changing fastest; 0 in a front.
  std::uint64_t cell = 0;
};

/// The result of a run, the same on every rank.
template <typename Genome>
struct EvolveResult {
  Genome best;
  Score score;  ///< the score of the best; its violation is 0 if it is feasible
  StopReason reason = StopReason::generations;
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;  ///< of all islands
  double elapsed_s = 0;
  std::size_t best_island = 0;  ///< the first that reached the best
  /// The feasible solutions that islands keep besides their populations: with Nsga2 what no other dominates,
  /// in lexicographic order of minimised objectives; with MapElites the best of each cell, by cell.
  std::vector<Solution<Genome>> solutions = {};
};

namespace detail {

/// Settings for any genome: those to start from are packed.
using PackedSettings = EvolveSettings<std::byte>;

/// The part of a call that does not depend on the genome.
struct EvolveCall {
  PackedSettings settings;
  std::optional<double> optimum;
  RunDescription description;  ///< of the problem; the rest follows from the settings
  std::string problem_identity = {};
  std::function<std::shared_ptr<TaskRunner>()> make_task_runner = {};  ///< none: nothing is lent

  const Algorithm& algorithm_of(std::size_t number) const;
};

using MakeIsland = std::function<std::unique_ptr<Island>(const Algorithm&, const Starters&)>;

/// Evolves. Throws the same Error on every rank; if an island throws, its rank throws that exception itself.
Outcome evolve(EvolveCall call, const MakeIsland& make_island, const Mpi& mpi);

template <typename Genome>
std::vector<Solution<Genome>> solutions_of(const SolutionSet& set, Direction direction) {
  std::vector<Solution<Genome>> solutions;
  const std::size_t width = set.size() == 0 ? 0 : set.values.size() / set.size();
  for (std::size_t i = 0; i < set.size(); ++i) {
    const auto values = std::span(set.values).subspan(i * width, width);
    solutions.push_back({.genome = unpack_genome<Genome>(set.genome(i)),
                         .score = score_of(set.keys[i], direction),
                         .values = {values.begin(), values.end()},
                         .cell = set.cells.empty() ? 0 : set.cells[i]});
  }
  return solutions;
}

template <typename Genome>
PackedSettings packed(const EvolveSettings<Genome>& settings) {
  const auto& [island, overrides, migration, stop, seed, start, record, recorded, lend, on_epoch] = settings;
  PackedSettings packed{island, overrides, migration, stop, seed, {}, record, recorded, lend, on_epoch};
  for (const Genome& genome : start) pack_genome(genome, packed.start);
  return packed;
}

template <Problem P, typename... Own>
EvolveResult<typename P::Genome> evolve_problem(P problem, const EvolveSettings<typename P::Genome>& settings,
                                                const Mpi& mpi, const std::tuple<Own...>& parts) {
  using Genome = typename P::Genome;
  const Direction direction = direction_of(problem);
  EvolveCall call{
      .settings = packed(settings),
      .optimum = optimum_of(problem),
      .description = {
          .problem = name_of<P>(), .fitness_unit = fitness_unit_of(problem), .direction = direction}};
  if (!settings.island) {
    FittingAlgorithm fitting = fitting_algorithm(problem);
    if (settings.recorded.births) fitting.name = "genetic";
    call.settings.island = algorithm_of(fitting);
  }
  if constexpr (HasIdentity<P>) call.problem_identity = problem.identity();
  auto complete = completed(problem);
  if constexpr (Describes<Complete<P>>) {
    call.description.describe = [&complete](std::span<const std::byte> genome) -> std::string {
      return complete.describe(unpack_genome<Genome>(genome));
    };
  }
  if (settings.lend) {
    if constexpr (LendsThreads<P>) {
      call.make_task_runner = [&problem] { return problem_threads(problem, 1); };
    } else {
      throw UsageError(
          "lend is true; it needs a problem with evaluate_batch(), and without take_evaluations()");
    }
  }

  const auto make = [&](const Algorithm& algorithm, const Starters& starters) {
    const auto number = static_cast<std::uint32_t>(mpi.rank());
    const IslandOfRun of{settings.seed, number, mpi.size(), settings.migration.policy, starters};
    return make_island_of_run(problem, algorithm, of, parts);
  };
  const Outcome outcome = detail::evolve(std::move(call), make, mpi);
  return {.best = unpack_genome<Genome>(outcome.best_genome),
          .score = score_of(outcome.best, direction),
          .reason = outcome.reason,
          .generations = outcome.generations,
          .epochs = outcome.epochs,
          .evaluations = outcome.evaluations,
          .elapsed_s = outcome.elapsed_s,
          .best_island = outcome.best_island,
          .solutions = detail::solutions_of<Genome>(outcome.solutions, direction)};
}

}  // namespace detail

/// Evolves one island on each rank until a rule stops the run, and returns the best individual found. All but
/// times depends on seed, settings and problem alone, bit for bit, on any hosts, resumed or not. Throws
/// UsageError for settings, DataError for a recorded run that is damaged or foreign, Error for a failure, and
/// what the problem throws, on every rank. `parts` are the program's own, of which the settings name all but
/// observers (skerry/own_parts.hpp). Collective over `mpi`.
template <typename P, typename... Parts>
EvolveResult<detail::GenomeOf<P>> evolve(P problem, const EvolveSettings<detail::GenomeOf<P>>& settings,
                                         const Mpi& mpi, const Parts&... parts) {
  if constexpr (RightMembers<P>::value) {
    return detail::evolve_problem(std::move(problem), settings, mpi, std::tuple<Parts...>(parts...));
  } else {
    std::terminate();
  }
}

}  // namespace skerry
