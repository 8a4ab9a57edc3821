#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/evaluation/evaluation_watch.hpp"
#include "skerry/population/starters.hpp"

#include "app/run/load.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
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

}  // namespace skerry
