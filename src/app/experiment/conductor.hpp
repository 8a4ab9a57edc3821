#pragma once

#include "app/experiment/description.hpp"
#include "app/process/process.hpp"
#include "trace/new_file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The runs of a variant are taken to last as long as its runs so far or, per core, as those of the others;
/// all cores are taken to be busy.
class Forecast {
 public:
  struct Kind {
    std::size_t left = 0;
    std::uint64_t cores = 1;
  };
  Forecast(std::vector<Kind> kinds, std::uint64_t cores);

  void ran(std::size_t kind, double seconds);
  void gave_up(std::size_t kind);
  /// Returns 0 if nothing is known yet.
  double seconds_left() const;

 private:
  struct Seen {
    double seconds = 0;
    std::size_t runs = 0;
  };
  std::vector<Kind> kinds_;
  std::vector<Seen> seen_;
  double cores_;
};

/// Runs of one variant with consecutive seeds, which one process carries out after each other.
struct Batch {
  std::size_t variant = 0;
  std::uint64_t first_seed = 0;
  std::uint64_t count = 0;
  friend bool operator==(const Batch&, const Batch&) = default;
};

struct PendingRuns {
  std::vector<std::uint64_t> seeds;  ///< ascending
  std::uint64_t cores = 1;           ///< the cores that one run keeps busy
  bool single = false;               ///< whether each run needs a process of its own
};

/// Keeps the order of batches, but hands out a later one if only that one fits.
class BatchQueue {
 public:
  /// pending[v] belongs to variant v. A run that wants more cores than there are gets all of them.
  BatchQueue(const std::vector<PendingRuns>& pending, std::uint64_t cores);

  /// The cores of the batch are busy from now on. Returns none if no batch fits or none is left.
  std::optional<Batch> take();
  void give_back(const Batch& batch);
  /// Adds a batch, to be handed out before the others.
  void add(const Batch& batch);

  bool empty() const { return waiting_.empty(); }

 private:
  std::vector<std::uint64_t> needs_;
  std::vector<Batch> waiting_;
  std::uint64_t idle_;
};

struct ExperimentProgress {
  std::size_t runs = 0;
  std::size_t kept = 0;  ///< finished before this command
  std::size_t done = 0;  ///< finished by this command
  std::size_t failed = 0;
  std::size_t infeasible = 0;          ///< those among `done` without a feasible individual
  std::vector<std::string> under_way;  ///< "type1-islands 11 to 20"
  double seconds_left = 0;             ///< 0: not known yet

  std::size_t left() const { return runs - kept - done - failed; }
};

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
  std::filesystem::path folder;
  std::uint64_t cores = 1;
  bool force = false;
  double grace_s = 60;  ///< the time that an interruption may take before the signal is repeated
  std::function<bool()> interrupted;
  std::function<void(const ExperimentProgress&)> watch;  ///< called whenever the progress may have changed
  std::function<void(const FailedRun&)> failed;
  /// Called for each run that this command leaves to another process, which has begun or finished it.
  std::function<void(std::size_t variant, std::uint64_t seed)> left_to_another;
};

enum class Ending { complete, interrupted, hopeless };

/// Starts a process for each batch, reads its report of each run, and passes an interruption on.
class Conductor {
 public:
  Conductor(const ExperimentDescription& experiment, const std::vector<PendingRuns>& pending,
            const ConductorSettings& settings);

  /// Ending::hopeless means that every run failed so far, and that some were not tried.
  Ending conduct(ExperimentProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    Batch batch;
    std::unique_ptr<Process> process;
    std::uint64_t reported = 0;  ///< finished runs of the batch
    bool stopped = false;        ///< whether the process reported an interruption
    std::optional<FileLock> lock;
    int looks_behind = 0;     ///< how often in succession its launcher was seen to stay behind
    Clock::time_point since;  ///< the time at which the current run began
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
