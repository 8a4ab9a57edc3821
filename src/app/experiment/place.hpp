#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/run/resumption.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

bool inside_a_job();

bool on_several_nodes();

/// In a SLURM job these are the cores of its tasks. In a job of several nodes it is 1, since every mpirun
/// would begin at the first node.
std::uint64_t cores_here();

/// Returns `wanted`, else SKERRY_LAUNCHER, else mpirun in a job of several nodes, else nothing: islands are
/// threads. A first word that is a path becomes absolute.
std::vector<std::string> launcher(const std::string& wanted);

/// Returns SKERRY_GRACE_S, or 60. Throws UsageError.
double grace_s();

/// Tells Open MPI, unless the environment says otherwise, that ranks are bound to no core, since every
/// mpirun would begin with the first one, may outnumber the cores, and yield their core while they wait.
void prepare_environment();

/// Two mpirun of one user that start on a host at the same time otherwise make the same folder for Open MPI's
/// files, and one may fail.
void separate_next_run();

/// docs/experiments.md describes the keys, for programs that read the traces.
nlohmann::ordered_json manifest_of(const ExperimentDescription& experiment);

/// Writes FOLDER/experiment.json, whole or not at all. Throws UsageError if it can't be made, and Error if
/// writing fails.
void write_manifest(const ExperimentDescription& experiment, const std::filesystem::path& folder);

/// Every parts-th run, beginning with the number-th, counted from 1.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t parts = 1;
};

struct PlannedRun {
  std::size_t variant = 0;
  std::uint64_t seed = 0;
  RunStatus status = RunStatus::missing;
  bool other_build = false;  ///< see FoundRun
};

struct Survey {
  std::vector<PlannedRun> runs;
  std::vector<FailedRun>
      unreadable;  ///< runs whose files are damaged or no traces; they are in none of the lists

  std::size_t count(RunStatus status) const;
  /// Names the runs that another build of the program made; empty if there are none.
  std::string names_of_other_build(const ExperimentDescription& experiment) const;
  /// Returns the missing and the unfinished runs, [variant]. A run whose islands are threads needs one core.
  std::vector<PendingRuns> pending(const ExperimentDescription& experiment, bool threads) const;
};

/// With `force` it takes the folder for empty. It names the instance of variants that do not name theirs.
/// Throws UsageError for mistakes in a configuration and for a trace of other settings, DataError for
/// mistakes in its data.
Survey survey(ExperimentDescription& experiment, const std::filesystem::path& folder, Part part, bool force,
              const std::vector<ProblemType>& problems);

}  // namespace skerry
