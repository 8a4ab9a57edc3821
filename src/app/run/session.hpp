#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/evaluation/evaluation_services.hpp"

#include "app/run/load.hpp"
#include "trace/trace_writer.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace skerry {

class FileLock;
class TraceReader;

/// One run of a loaded configuration.
struct SessionSettings {
  std::uint64_t seed = 1;
  std::size_t islands = 1;
  std::optional<std::filesystem::path> trace;  ///< none: the run leaves no trace and no checkpoint
  bool overwrite = false;
  Starters starters = {};  ///< the individuals with which the initial populations begin
  std::string command;     ///< the command line, as typed
  /// Called on the first rank after each epoch is in the trace.
  std::function<void(const EpochRecord&)> watch;
  /// Called on the first rank while an epoch goes on; see EvaluationServices::watch.
  EvaluationWatch::Tell watch_evaluations = {};
  /// Asked on every rank after each generation; see RunHooks.
  std::function<bool()> interrupted = {};
  /// The trace of the run that goes on, the lock on it, which is taken over (both on the first rank), and
  /// whether it goes on from its checkpoint; none where the run starts.
  const TraceReader* past = nullptr;
  FileLock* lock = nullptr;
  bool from_checkpoint = false;
};

struct SessionReport {
  std::string problem;
  std::uint64_t seed = 1;
  std::size_t islands = 1;
  Outcome outcome;
  Direction direction = Direction::minimise;
  std::optional<double> target;
  bool target_reached = false;
  std::optional<std::filesystem::path> trace;
  bool resumable = false;        ///< a checkpoint holds the state at which it ended
  bool kept = false;             ///< the run had ended before this command, which did not change it
  std::string solution;          ///< the text form, empty where the problem has none; on the first rank alone
  Assessment assessment;         ///< on the first rank alone
  SetDescription kept_set = {};  ///< what outcome.solutions are
  std::optional<double> worst_fitness = {};  ///< from which the QD-score of a map counts
  std::string
      obstacle;  ///< the reason why the first island found no feasible individual, where none was found
};

/// Evolves the islands, on the ranks of `world` or as threads of a single rank (for_each_island()), writes
/// the trace and, when it is due, the checkpoint. Throws AgreedFailure for a file that cannot be made or a
/// checkpoint that can't be read; any other exception comes from one island alone. Collective.
SessionReport run_session(const Loaded& loaded, const SessionSettings& settings, Communicator& world);

/// Tells whether a score is feasible and at least as good as the target.
bool reaches(Score score, Direction direction, double target);

class Communicator;
class Lending;
struct Loaded;

/// Tells whether the ranks of this run evaluate for each other. Throws UsageError where the configuration
/// asks for it and the problem can't.
bool lends(const Loaded& loaded);

/// Returns the lending of this rank's island; null where there is none, or no other rank that could help.
/// `ranks` are all that take part, of which the first `islands` have an island. Collective over them.
std::shared_ptr<Lending> lending_of(const Loaded& loaded, Communicator& ranks, std::size_t islands);

/// Runs `work` on the first `islands` ranks of `world`, with a communicator of these, and has the others
/// evaluate for them. Returns on every rank a report with what the exit status depends on. Throws on every
/// rank what is an AgreedFailure of the islands. Collective.
using IslandWork =
    std::function<SessionReport(Communicator& islands, const std::shared_ptr<Lending>& lending)>;
SessionReport with_helpers(const Loaded& loaded, Communicator& world, std::size_t islands,
                           const IslandWork& work);

/// Returns the worst fitness that the configuration of a run of MAP-Elites names, as TOML text.
std::optional<double> worst_fitness_of(const std::string& configuration);

/// Returns the header of a run that begins.
TraceHeader first_header(const Loaded& loaded, const SessionSettings& settings, const Layout& layout);

/// Returns the header of a run that a trace holds. Where an earlier version of skerry wrote it, its
/// configuration gets today's names; otherwise the configuration is unchanged.
TraceHeader past_header(const TraceReader& past);

/// Returns the header of a run that goes on: the earlier one, with the settings that resuming may change, and
/// with the present time and layout added.
TraceHeader resumed_header(const TraceReader& past, const Loaded& loaded, const Layout& layout);

}  // namespace skerry
