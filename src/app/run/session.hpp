#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/evaluation/evaluation_services.hpp"

#include "app/run/load.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace skerry {

class PastTrace;

struct SessionSettings {
  std::uint64_t seed = 1;
  std::size_t islands = 1;
  std::optional<std::filesystem::path> trace;  ///< none: the run leaves no trace and no checkpoint
  bool overwrite = false;
  Starters starters = {};
  std::string command = {};  ///< as typed
  /// Called on the first rank after each epoch is in the trace.
  std::function<void(const EpochRecord&)> watch = {};
  /// Called on the first rank while an epoch goes on; see EvaluationServices::watch.
  EvaluationWatch::Tell watch_evaluations = {};
  /// Asked on every rank after each generation; see RunHooks.
  std::function<bool()> interrupted = {};
  PastTrace* past = nullptr;  ///< the trace of the run that goes on, on the first rank; none: it starts
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
  std::string solution = {};     ///< empty if the problem has no text form; on the first rank alone
  Assessment assessment = {};    ///< on the first rank alone
  SetDescription kept_set = {};  ///< what outcome.solutions are
  std::optional<double> worst_fitness = {};  ///< from which the QD-score of a map counts
  std::string obstacle = {};  ///< why no feasible individual was found; on the first rank alone
};

/// Islands are ranks of `world` or threads of a single rank. Throws AgreedFailure for a file that can't be
/// made or a checkpoint that can't be read; any other exception comes from one island alone. Collective.
SessionReport run_session(const Loaded& loaded, const SessionSettings& settings, Communicator& world);

bool reaches(Score score, Direction direction, double target);

/// Throws UsageError if the configuration asks for it and the problem can't.
bool lends(const Loaded& loaded);

/// These return a sentence, or an empty text where there is nothing to say.
std::string cores_note(const Loaded& loaded, std::size_t islands, std::size_t ranks);

std::string budget_note(const Loaded& loaded, std::size_t islands);

std::string algorithm_note(const Loaded& loaded);

std::optional<double> worst_fitness_of(const std::string& configuration);

}  // namespace skerry
