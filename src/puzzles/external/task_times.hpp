#pragma once

#include "skerry/evaluation/task_runner.hpp"

namespace skerry::external {

/// Writes when a task was begun and how long it took.
inline void set_times(TaskResult& result, TaskRunner::Clock::time_point begin,
                      TaskRunner::Clock::time_point end) {
  using Seconds = std::chrono::duration<double>;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  result.started_s = (Seconds(now) - Seconds(TaskRunner::Clock::now() - begin)).count();
  result.duration_s = Seconds(end - begin).count();
}

/// Returns a time limit of the configuration, of which 0 is none.
inline TaskRunner::Clock::duration time_limit(double seconds) {
  // No evaluation lasts a century; later times would overflow a clock.
  constexpr double most_s = 1e9;
  const double limited = seconds > 0 && seconds < most_s ? seconds : most_s;
  return std::chrono::duration_cast<TaskRunner::Clock::duration>(std::chrono::duration<double>(limited));
}

}  // namespace skerry::external
