#pragma once

#include "skerry/evaluation/task_runner.hpp"
#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/statistics.hpp"
#include "skerry/stop.hpp"

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

namespace skerry {

class Communicator;

/// The information of rank 0 at the end of each epoch.
struct EpochRecord : IslandRows {
  std::uint64_t epoch = 0;             ///< from 0
  std::uint64_t first_generation = 0;  ///< of the rows; 0 is the initial population
  std::size_t generations = 0;
  std::size_t islands = 0;
  std::vector<MigrationCost> migration = {};  ///< [island]; empty if none followed: no topology, one island
  Key best;                                   ///< of all islands, since the start
  std::uint64_t evaluations = 0;              ///< of all islands, since the start
  double elapsed_s = 0;                       ///< since the start
};

/// The end of a run; the same on every rank.
struct Outcome {
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  Key best;
  std::size_t best_island = 0;         ///< the first that reached the best
  std::vector<std::byte> best_genome;  ///< a buffer of one (see Island::pack); the same on every rank
  StopReason reason = StopReason::generations;
  SolutionSet solutions = {};  ///< what all islands have kept together; on the first rank alone
};

/// The state of a run that all ranks know between two votes. With the islands it decides all that follows.
struct RunState {
  std::uint64_t epoch = 0;
  std::uint64_t generation = 0;
  std::uint64_t under_way = 0;
  std::uint64_t reached = 0;
  std::uint64_t has_best = 0;
  std::uint64_t best_generation = 0;
  std::uint64_t best_island = 0;
  Key best;
  double elapsed_s = 0;
};

template <>
inline constexpr auto members_of<RunState> = std::tuple{
    Member{"epoch", "1", "epochs that are recorded", &RunState::epoch},
    Member{"generation", "1", "last generation that is recorded", &RunState::generation},
    Member{"under_way", "1", "1 once no stop rule has held of the initial population", &RunState::under_way},
    Member{"reached", "1", "generation at which the foremost island stands", &RunState::reached},
    Member{"has_best", "1", "1 once the three below are known", &RunState::has_best},
    Member{"best_generation", "1", "generation that made the best", &RunState::best_generation},
    Member{"best_island", "1", "first island to reach the best", &RunState::best_island},
    Member{"best", fitness_unit, "key of the best individual of all islands", &RunState::best},
    Member{"elapsed_s", "s", "time since the start", &RunState::elapsed_s}};
static_assert(describes_whole<RunState>);

/// A run between two generations. Within an epoch the islands may be at different generations.
struct Snapshot {
  RunState state;  ///< of the whole run; the value of the first rank counts
  /// This rank's island, with its rows that are not recorded yet; empty on all ranks if a run with a higher
  /// limit of evaluations begins anew, since this one was too low for the initial population.
  std::vector<std::byte> own;
  SolutionSet solutions = {};  ///< what all islands have kept together; on the first rank alone
};

/// The functions that a run calls while it goes on. They may be empty.
struct RunHooks {
  /// Is called on the first rank, at the end of each epoch.
  std::function<void(const EpochRecord&)> record = {};
  /// Is called on every rank before a generation, with the number of those that follow until islands wait.
  std::function<void(std::uint64_t)> begin_generation = {};
  /// Is called on every rank before its island waits for the others: at the end of an epoch, and after each
  /// generation where stop rules are looked at so often. Collective.
  std::function<void()> end_epoch = {};
  /// Is called on every rank after each generation. Where it returns true, the run ends as soon as all ranks
  /// know of it, which is when the others have ended the epoch or are interrupted, too.
  std::function<bool()> interrupted = {};
  /// Is called on the first rank at the end of each epoch; returns whether to save after it.
  std::function<bool(double elapsed_s)> save_due = {};
  /// Is called on every rank when a save is due, and when a run ends for any reason but its target. The
  /// snapshot holds the islands before the epoch is recorded. Collective.
  std::function<void(const Snapshot&)> save = {};
  /// What the islands record.
  Recorded recorded = {};
  /// If true and an island throws, every rank throws at the end of the epoch: its own rank the exception, all
  /// others an Error of that text. If false, it leaves its rank at once, and who catches it ends the others.
  bool share_failures = false;
};

/// Evolves one island on each rank until a rule stops the run, or continues that of a snapshot. The last
/// epoch ends without a migration. Everything but times depends on seed and settings alone, on any hosts and
/// transport. Throws UsageError for settings, DataError for a snapshot of another run. Collective.
Outcome run_archipelago(Island& island, Communicator& world, const MigrationSettings& migration,
                        const StopRule& stop, std::uint64_t seed, const RunHooks& hooks,
                        const Snapshot* start = nullptr);

}  // namespace skerry
