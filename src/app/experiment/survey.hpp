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

/// A share of an experiment's runs: every parts-th from the number-th on, from 1. All of them: 1 of 1.
struct Part {
  std::uint64_t number = 1;
  std::uint64_t parts = 1;
};

struct PlannedRun {
  std::size_t variant = 0;
  std::uint64_t seed = 0;
  RunStatus status = RunStatus::missing;
};

/// What there is of an experiment, and what is left to do.
struct Survey {
  std::vector<PlannedRun> runs;  ///< of the part
  std::vector<FailedRun>
      unreadable;  ///< whose traces are damaged, or no traces; they are in none of the lists

  std::size_t count(RunStatus status) const;
  /// [variant]: the missing and the unfinished ones.
  std::vector<PendingRuns> pending(const ExperimentDescription& experiment) const;
};

/// Checks every variant's configuration and looks at the files in `folder`; `force`: as if there were none.
/// Names the instance of variants that do not say theirs. Throws UsageError for mistakes in a configuration
/// and for a trace of other settings, DataError for mistakes in its data.
Survey survey(ExperimentDescription& experiment, const std::filesystem::path& folder, Part part, bool force,
              const std::vector<ProblemType>& problems);

}  // namespace skerry
