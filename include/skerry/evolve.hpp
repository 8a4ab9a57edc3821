#pragma once

#include "skerry/algorithms/make_island.hpp"
#include "skerry/algorithms/settings.hpp"
#include "skerry/complete_problem.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/mpi.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/problem.hpp"
#include "skerry/recorder.hpp"
#include "skerry/score.hpp"
#include "skerry/stop.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry {

/// How a run evolves. Every rank says the same, but for `start`, `record` and the functions, of which those
/// of the first rank count.
template <typename Genome>
struct EvolveSettings {
  Algorithm island = Genetic{};                            ///< of every island
  std::map<std::size_t, Algorithm> island_overrides = {};  ///< of islands that differ, by number from 0
  MigrationSettings migration = {};
  StopRule stop = {};      ///< without a target, the problem's known optimum is one
  std::uint64_t seed = 1;  ///< of all random numbers
  /// Individuals to start from. They are dealt to the islands in turn; what an island has room for besides is
  /// sampled. Where there are more than all islands have room for, UsageError.
  std::vector<Genome> start = {};
  std::shared_ptr<Recorder> record = {};  ///< on every rank or on none
  /// Told at the end of each epoch, on the first rank; false ends the run everywhere (StopReason::requested).
  std::function<bool(const Epoch&)> on_epoch = {};
};

/// What a run found. The same on every rank.
template <typename Genome>
struct EvolveResult {
  Genome best;
  Score score;  ///< of the best; violation 0 where it is feasible
  StopReason reason = StopReason::generations;
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;  ///< of all islands
  double elapsed_s = 0;
  std::size_t best_island = 0;  ///< the first to reach the best
};

namespace detail {

/// What does not depend on the genome. `starters` holds the packed genomes to start from.
struct EvolveCall {
  Algorithm island;
  std::map<std::size_t, Algorithm> island_overrides;
  MigrationSettings migration;
  StopRule stop;
  std::uint64_t seed;
  std::vector<std::byte> starters;
  std::shared_ptr<Recorder> record;
  std::function<bool(const Epoch&)> on_epoch;
  RunDescription description;
  std::string problem_identity;

  const Algorithm& algorithm_of(std::size_t number) const;
};

/// Makes the island of this rank from the packed genomes to start from (those of all islands).
using MakeIsland = std::function<std::unique_ptr<Island>(const Algorithm&, std::span<const std::byte>)>;

/// Throws Error, the same on every rank, except where the island of a rank threw: its own exception there.
Outcome evolve(EvolveCall call, const MakeIsland& make_island, const Mpi& mpi);

/// The genomes that the island `number` of `islands` starts from.
template <CompleteProblem P>
std::vector<typename P::Genome> own_starters(const P& problem, std::span<const std::byte> packed,
                                             std::size_t number, std::size_t islands) {
  std::vector<typename P::Genome> own;
  for (std::size_t at = 0; !packed.empty(); ++at) {
    auto genome = take_genome<typename P::Genome>(packed);
    if (const std::string found = fault_of(problem, genome); !found.empty())
      throw UsageError("start[" + std::to_string(at) + "] is no genome of this problem: " + found);
    if (at % islands == number) own.push_back(std::move(genome));
  }
  return own;
}

}  // namespace detail

/// Evolves one island a rank until a rule stops the run, and returns the best that was found. Collective over
/// `mpi`, which may be any communicator. Seed, settings and problem decide everything but times, bit for bit,
/// on any number of hosts, resumed or not. Throws UsageError for settings that are out of range, DataError
/// for a recorded run that is damaged or foreign, Error where something fails, and what the problem throws;
/// it never exits. When it throws, it throws on every rank.
template <Problem P>
EvolveResult<typename P::Genome> evolve(P problem, const EvolveSettings<typename P::Genome>& settings,
                                        const Mpi& mpi) {
  using Genome = typename P::Genome;
  const Direction direction = direction_of(problem);
  detail::EvolveCall call{.island = settings.island,
                          .island_overrides = settings.island_overrides,
                          .migration = settings.migration,
                          .stop = settings.stop,
                          .seed = settings.seed,
                          .starters = {},
                          .record = settings.record,
                          .on_epoch = settings.on_epoch,
                          .description = {.problem = name_of<P>(),
                                          .settings = {},
                                          .identity = {},
                                          .fitness_unit = {},
                                          .direction = direction,
                                          .seed = settings.seed,
                                          .target = settings.stop.target,
                                          .describe = {}},
                          .problem_identity = {}};
  if (!call.stop.target) call.stop.target = call.description.target = optimum_of(problem);
  if constexpr (HasFitnessUnit<P>) call.description.fitness_unit = problem.fitness_unit();
  if constexpr (HasIdentity<P>) call.problem_identity = problem.identity();
  auto complete = completed(problem);
  if constexpr (Describes<Complete<P>>) {
    call.description.describe = [&complete](std::span<const std::byte> genome) -> std::string {
      return complete.describe(unpack_genome<Genome>(genome));
    };
  }
  for (const Genome& genome : settings.start) pack_genome(genome, call.starters);

  const auto make = [&](const Algorithm& algorithm,
                        std::span<const std::byte> starters) -> std::unique_ptr<Island> {
    auto own = detail::own_starters(complete, starters, mpi.rank(), mpi.size());
    auto island = make_island(problem, algorithm, settings.seed, static_cast<std::uint32_t>(mpi.rank()));
    island->start_from(std::move(own));
    return island;
  };
  const Outcome outcome = detail::evolve(std::move(call), make, mpi);
  return {.best = unpack_genome<Genome>(outcome.best_genome),
          .score = score_of(outcome.best, direction),
          .reason = outcome.reason,
          .generations = outcome.generations,
          .epochs = outcome.epochs,
          .evaluations = outcome.evaluations,
          .elapsed_s = outcome.elapsed_s,
          .best_island = outcome.best_island};
}

}  // namespace skerry
