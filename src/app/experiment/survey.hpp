#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/queue.hpp"
#include "app/run/run_status.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

namespace skerry {

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
