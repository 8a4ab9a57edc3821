#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/run/resumption.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// Tells whether this process is part of a SLURM job.
bool inside_a_job();

/// Tells whether that job has more than one node.
bool on_several_nodes();

/// Returns how many cores runs may keep busy: those that this process may use, or in a SLURM job its tasks.
/// In a job of several nodes it is 1, and runs follow each other, since every mpirun would begin at the first
/// node.
std::uint64_t cores_here();

/// Returns the launcher as words: `wanted`, else SKERRY_LAUNCHER, else mpirun in a job of several nodes, else
/// none, and islands are threads. A first word that is a path becomes absolute.
std::vector<std::string> launcher(const std::string& wanted);

/// Returns the seconds that an interruption may take: SKERRY_GRACE_S, or 60. Throws UsageError.
double grace_s();

/// Tells Open MPI, unless the environment says otherwise, that runs share the machine: ranks are bound to no
/// core, since every mpirun would begin with the first one; ranks may outnumber the cores; and they yield
/// their core while they wait.
void prepare_environment();

/// Gives the next run a folder of its own for Open MPI's files. Two mpirun of one user that start on a host
/// at the same time otherwise make the same folder, and one of them may fail ("A call to mkdir was unable
/// ...").
void separate_next_run();

/// Returns the contents of an experiment's folder as a JSON object, for programs that read its traces;
/// docs/experiments.md describes the keys.
nlohmann::ordered_json manifest_of(const ExperimentDescription& experiment);

/// Writes that object to FOLDER/experiment.json, whole or not at all. Throws UsageError where the file cannot
/// be made, and Error where writing fails.
void write_manifest(const ExperimentDescription& experiment, const std::filesystem::path& folder);

/// A share of an experiment's runs: every parts-th run, beginning with the number-th, counted from 1. Part 1
/// of 1 is all runs.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t parts = 1;
};

struct PlannedRun {
  std::size_t variant = 0;
  std::uint64_t seed = 0;
  RunStatus status = RunStatus::missing;
};

/// The state of an experiment: the runs that exist, and the runs that are left to do.
struct Survey {
  std::vector<PlannedRun> runs;  ///< the runs of the part
  std::vector<FailedRun>
      unreadable;  ///< runs whose files are damaged or no traces; they are in none of the lists

  std::size_t count(RunStatus status) const;
  /// Returns the missing and the unfinished runs, [variant]. A run whose islands are threads needs one core.
  std::vector<PendingRuns> pending(const ExperimentDescription& experiment, bool threads) const;
};

/// Checks every variant's configuration and looks at the files in `folder`; with `force` it takes the folder
/// for empty. It names the instance of variants that do not name theirs. Throws UsageError for mistakes in a
/// configuration and for a trace of other settings, DataError for mistakes in its data.
Survey survey(ExperimentDescription& experiment, const std::filesystem::path& folder, Part part, bool force,
              const std::vector<ProblemType>& problems);

}  // namespace skerry
