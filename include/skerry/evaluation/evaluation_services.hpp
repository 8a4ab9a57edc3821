#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace skerry {

/// What the evaluations of an island have come to since its process was started.
struct EvaluationActivity {
  std::uint64_t running = 0;  ///< on any rank; those that wait for a worker are not among them
  std::uint64_t done = 0;     ///< made, whether or not they failed
  std::uint64_t failed = 0;   ///< of these
  std::uint64_t known = 0;    ///< spared, since their outcome was known from a journal
};

/// Counts the evaluations of an island, and tells about once a second how they come on, if anybody listens.
class EvaluationWatch {
 public:
  using Tell = std::function<void(const EvaluationActivity&)>;

  /// Nobody listens without a function.
  explicit EvaluationWatch(Tell tell = {}) : tell_(std::move(tell)) {}

  void count_started(std::uint64_t tasks = 1) { open_ += tasks; }
  void count_done(bool failed) {
    ++activity_.done;
    if (failed) ++activity_.failed;
  }
  void count_known() { ++activity_.known; }

  /// Waits for at least one result. There must be a task without one.
  std::vector<TaskResult> wait(TaskRunner& runner) {
    for (;;) {
      std::vector<TaskResult> results = runner.wait(tell_ ? next_ : Clock::time_point::max());
      open_ -= results.size();
      tell_when_due(runner);
      if (!results.empty()) return results;
    }
  }

 private:
  using Clock = TaskRunner::Clock;

  void tell_when_due(const TaskRunner& runner) {
    if (!tell_ || Clock::now() < next_) return;
    activity_.running = open_ - runner.waiting();
    tell_(activity_);
    next_ = Clock::now() + std::chrono::seconds(1);
  }

  Tell tell_;
  EvaluationActivity activity_;
  std::uint64_t open_ = 0;  // tasks without a result
  Clock::time_point next_ = Clock::now() + std::chrono::seconds(1);
};

/// What a run offers to problems whose evaluations are costly.
struct EvaluationServices {
  std::shared_ptr<TaskRunner> runner = {};  ///< carries out evaluations; none: the problem's own does
  /// The folder in which each island keeps a journal of what it paid for; empty: the run keeps none.
  std::filesystem::path journal = {};
  /// The folder through which runs share what they paid for; empty: they do not.
  std::filesystem::path share = {};
  /// Is told about once a second how the island's evaluations come on; none: nobody listens.
  EvaluationWatch::Tell watch = {};
};

}  // namespace skerry
