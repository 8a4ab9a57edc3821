#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include <chrono>

namespace skerry::external {

/// How often in a row a process is started that can't be started or is not ready, and how much longer each
/// pause before the next start is.
constexpr int most_starts = 3;
constexpr std::chrono::milliseconds pause_after_failed_start{100};

/// Returns a time limit of the configuration, of which 0 is none.
inline TaskRunner::Clock::duration time_limit(double seconds) {
  // No evaluation lasts a century; later times would overflow a clock.
  constexpr double most_s = 1e9;
  const double limited = seconds > 0 && seconds < most_s ? seconds : most_s;
  return std::chrono::duration_cast<TaskRunner::Clock::duration>(std::chrono::duration<double>(limited));
}

}  // namespace skerry::external
