#pragma once

#include "app/experiment/description.hpp"
#include "app/experiment/forecast.hpp"
#include "app/experiment/queue.hpp"
#include "app/process/child.hpp"
#include "trace/file_lock.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The progress of an experiment.
struct ExperimentProgress {
  std::size_t runs = 0;  ///< all runs of the experiment
  std::size_t kept = 0;  ///< finished before this command
  std::size_t done = 0;  ///< finished by this command
  std::size_t failed = 0;
  std::size_t infeasible = 0;          ///< those among `done` without a feasible individual
  std::vector<std::string> under_way;  ///< "type1-islands 11 to 20"
  double seconds_left = 0;             ///< 0: not known yet

  std::size_t left() const { return runs - kept - done - failed; }
};

/// A run that could not be carried out.
struct FailedRun {
  std::string run;  ///< "type1-islands, seed 7"
  std::string why;
  std::size_t variant = 0;
  std::uint64_t seed = 0;
};

struct ConductorSettings {
  std::filesystem::path program;      ///< the program that carries out the runs
  std::vector<std::string> launcher;  ///< the launcher of ranks, which knows -n; empty: islands are threads
  bool launch_always = false;         ///< starts single islands with the launcher, too
  std::filesystem::path folder;       ///< the folder of the traces
  std::uint64_t cores = 1;
  bool force = false;
  double grace_s = 60;  ///< the time that an interruption may take before the signal is repeated
  std::function<bool()> interrupted;
  std::function<void(const ExperimentProgress&)> watch;  ///< called whenever the progress may have changed
  std::function<void(const FailedRun&)> failed;  ///< called for each run that fails, as soon as it does
  /// Called for each run that this command leaves to another process, which has begun or finished it.
  std::function<void(std::size_t variant, std::uint64_t seed)> left_to_another;
};

enum class Ending { complete, interrupted, hopeless };

/// Carries out the runs of an experiment, side by side where cores are idle. It starts a process for each
/// batch, reads its report of each run, and passes an interruption on.
class Conductor {
 public:
  /// pending[v] are the runs of variant v that are to be done.
  Conductor(const ExperimentDescription& experiment, const std::vector<PendingRuns>& pending,
            const ConductorSettings& settings);

  /// Carries out the runs. Ending::hopeless means that every run failed so far, and that some were not tried.
  Ending conduct(ExperimentProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    Batch batch;
    Child child;
    std::uint64_t reported = 0;    ///< finished runs of the batch
    bool stopped = false;          ///< whether the process reported an interruption
    std::optional<FileLock> lock;  ///< on the table that it writes
    int looks_behind = 0;          ///< how often in succession its launcher was seen to stay behind
    Clock::time_point since;       ///< the time at which the current run began
  };

  void start();
  std::filesystem::path file_of(const Batch& batch) const;
  void leave_to_another(const Batch& batch);
  void hear(Worker& worker);
  void hear_line(Worker& worker, const std::string& line);
  void count_run(Worker& worker, bool feasible, bool kept);
  void end(Worker& worker, int status);
  void end_table(Worker& worker);
  void pass_on_interruption();
  void end_left_behind();
  void show();
  std::vector<std::string> command_of(const Batch& batch) const;

  const ExperimentDescription& experiment_;
  const ConductorSettings& settings_;
  BatchQueue queue_;
  Forecast forecast_;
  std::list<Worker> workers_;
  ExperimentProgress* progress_ = nullptr;
  std::size_t failed_batches_ = 0;
  std::optional<Clock::time_point> interrupted_at_;
  Clock::time_point signalled_at_;
  Clock::time_point looked_at_;  // for launchers that stay behind
};

}  // namespace skerry
