#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include <chrono>

namespace skerry::external {

/// Returns a time limit of the configuration, of which 0 is none.
inline TaskRunner::Clock::duration time_limit(double seconds) {
  // No evaluation lasts a century; later times would overflow a clock.
  constexpr double most_s = 1e9;
  const double limited = seconds > 0 && seconds < most_s ? seconds : most_s;
  return std::chrono::duration_cast<TaskRunner::Clock::duration>(std::chrono::duration<double>(limited));
}

}  // namespace skerry::external
