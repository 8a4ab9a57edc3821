#pragma once

#include "app/experiment/child.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/forecast.hpp"
#include "app/experiment/queue.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <string>
#include <vector>

namespace skerry {

/// How far an experiment has come.
struct ExperimentProgress {
  std::size_t runs = 0;  ///< all in all
  std::size_t kept = 0;  ///< finished before
  std::size_t done = 0;  ///< finished by now, the kept ones aside
  std::size_t failed = 0;
  std::size_t infeasible = 0;          ///< of the done, without a feasible individual
  std::vector<std::string> under_way;  ///< "type1-islands 11 to 20"
  double seconds_left = 0;             ///< 0: not known yet

  std::size_t left() const { return runs - kept - done - failed; }
};

/// A run that could not be carried out.
struct FailedRun {
  std::string run;  ///< "type1-islands, seed 7"
  std::string why;
};

struct ConductorSettings {
  std::filesystem::path program;      ///< that runs
  std::vector<std::string> launcher;  ///< of ranks: mpirun, or another with -n
  bool launch_always = false;         ///< single islands too
  std::filesystem::path folder;       ///< of the traces
  std::uint64_t cores = 1;
  bool force = false;
  double grace_s = 60;  ///< that an interruption may take, before it is insisted on
  std::function<bool()> interrupted;
  std::function<void(const ExperimentProgress&)> watch;  ///< called often
  std::function<void(const FailedRun&)> failed;          ///< called at once
};

enum class Ending { complete, interrupted, hopeless };

/// Carries out the runs of an experiment, side by side where cores are idle: starts a process for each batch,
/// hears from it of each run, and passes an interruption on.
class Conductor {
 public:
  /// pending[v]: what is to be done of variant v.
  Conductor(const ExperimentDescription& experiment, const std::vector<PendingRuns>& pending,
            const ConductorSettings& settings);

  /// hopeless: nothing but failures, and not all was tried.
  Ending conduct(ExperimentProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    Batch batch;
    Child child;
    std::uint64_t reported = 0;  ///< runs of the batch that are done
    bool stopped = false;        ///< it said that it was interrupted
    Clock::time_point since;     ///< when the run at hand began
  };

  void start();
  void hear(Worker& worker);
  void hear_line(Worker& worker, const std::string& line);
  void count_run(Worker& worker, bool feasible);
  void end(Worker& worker, int status);
  void end_table(Worker& worker);
  void pass_on_interruption();
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
};

}  // namespace skerry
