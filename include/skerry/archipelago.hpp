#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/statistics.hpp"
#include "skerry/stop.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

class Communicator;

/// What rank 0 learns at the end of each epoch.
struct EpochRecord {
  std::uint64_t epoch = 0;             ///< from 0
  std::uint64_t first_generation = 0;  ///< of the rows below; 0 is the initial population
  std::size_t generations = 0;
  std::size_t islands = 0;
  std::vector<Statistics> statistics;     ///< [generation][island]
  std::vector<Improvement> improvements;  ///< new bests of single islands, by generation, then island
  std::vector<MigrationCost> migration;   ///< [island]; empty where none followed: topology none, one island
  Key best;                               ///< of all islands, since the start
  std::uint64_t evaluations = 0;          ///< of all islands, since the start
  double elapsed_s = 0;                   ///< since the start
};

/// How a run ended; on every rank the same.
struct Outcome {
  std::uint64_t generations = 0;
  std::uint64_t epochs = 0;
  std::uint64_t evaluations = 0;
  double elapsed_s = 0;
  Key best;
  std::size_t best_island = 0;         ///< the first to reach it
  std::vector<std::byte> best_genome;  ///< a buffer of one (see Island::pack); on every rank
  StopReason reason = StopReason::generations;
};

/// What all ranks know of a run between two votes. With the islands it decides everything that follows.
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

/// A run between two generations. Within an epoch islands need not stand at the same one.
struct Snapshot {
  RunState state;              ///< of all; that of the first rank counts
  std::vector<std::byte> own;  ///< this rank's island, and its rows that are not recorded yet
};

/// What a run calls while it goes on. Functions may be left empty.
struct RunHooks {
  /// On the first rank, at the end of each epoch.
  std::function<void(const EpochRecord&)> record = {};
  /// On every rank, after each generation: true ends the run as soon as all ranks know of it, which is when
  /// the others have ended the epoch or are interrupted, too.
  std::function<bool()> interrupted = {};
  /// On the first rank, at the end of each epoch, with the time since the start: whether to save after it.
  std::function<bool(double elapsed_s)> save_due = {};
  /// Collective: where it is due, and where a run ends for any reason but its target, so that it can be
  /// granted more. What is saved then are the islands before the epoch is recorded.
  std::function<void(const Snapshot&)> save = {};
  /// Where an island throws, every rank throws when the epoch ends: the island's own exception where it came
  /// from, an Error that says the same elsewhere. Without it the exception leaves its rank at once, and
  /// whoever catches it ends the others.
  bool share_failures = false;
};

/// Evolves one island a rank until a rule stops the run: evolve an epoch, record, migrate, again. Collective.
/// The last epoch ends without a migration. Starts from a snapshot where there is one, and then does just
/// what the run would have done that the snapshot is of. Throws UsageError for settings that
/// cannot be (see MigrationSettings::check), DataError for a snapshot of another run. `seed`, the run's, is
/// for topologies that draw at random. Everything but times is decided by the seed and the settings, on any
/// number of hosts, either transport, interrupted or not.
Outcome run_archipelago(Island& island, Communicator& world, const MigrationSettings& migration,
                        const StopRule& stop, std::uint64_t seed, const RunHooks& hooks,
                        const Snapshot* start = nullptr);

}  // namespace skerry
