#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry {

/// One evaluation to be made, on whatever host; its bytes mean what its sender and its runner agree on.
struct Task {
  std::uint64_t number = 0;  ///< among those that were handed over and have no result yet, no two are alike
  std::string content;
};

/// What came of a task.
struct TaskResult {
  std::uint64_t number = 0;  ///< of the task
  std::string content;
  std::uint32_t rank = 0;   ///< of the process, among all that evaluate, or of the thread that is an island
  std::uint32_t place = 0;  ///< of the runner that carried it out, from 0
  double started_s = 0;     ///< since 1970, in UTC
  double duration_s = 0;
};

/// Carries out tasks while its owner goes on. An object is used by one thread.
class TaskRunner {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~TaskRunner() = default;

  /// Returns how many more tasks it would work on at once; what is started beyond waits its turn.
  virtual std::size_t room() const = 0;
  /// Returns how many of the tasks that were started nobody works on yet; 0 where that is not known.
  virtual std::size_t waiting() const { return 0; }
  /// Hands over a task. Throws Error if none can ever be carried out.
  virtual void start(Task task) = 0;
  /// Waits until a task is done, it is `until` or none is under way; returns the results that are there.
  virtual std::vector<TaskResult> wait(Clock::time_point until) = 0;
};

/// Writes when a task was begun and how long it took, from the times of the runner's clock.
inline void set_times(TaskResult& result, TaskRunner::Clock::time_point begin,
                      TaskRunner::Clock::time_point end) {
  using Seconds = std::chrono::duration<double>;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  result.started_s = (Seconds(now) - Seconds(TaskRunner::Clock::now() - begin)).count();
  result.duration_s = Seconds(end - begin).count();
}

}  // namespace skerry
