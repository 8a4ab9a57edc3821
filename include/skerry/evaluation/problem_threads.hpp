#pragma once

#include "skerry/evaluation/genome_tasks.hpp"
#include "skerry/evaluation/task_runner.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace skerry {

/// Evaluates genomes on threads of their own, each with a copy of the problem, so that the thread of an
/// island can meanwhile see to its messages.
template <typename P>
class ProblemThreads final : public TaskRunner {
 public:
  /// Starts so many threads. Throws std::system_error where the system has no room for them.
  ProblemThreads(const P& problem, std::size_t threads) {
    // Signals are left to the main thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (std::size_t place = 0; place < threads; ++place) {
      threads_.emplace_back([this, own = problem, place]() mutable { work(own, place); });
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~ProblemThreads() override {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    has_task_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  ProblemThreads(const ProblemThreads&) = delete;
  ProblemThreads& operator=(const ProblemThreads&) = delete;

  std::size_t room() const override { return open_ < threads_.size() ? threads_.size() - open_ : 0; }

  std::size_t waiting() const override { return open_ < threads_.size() ? 0 : open_ - threads_.size(); }

  void start(Task task) override {
    ++open_;
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    has_task_.notify_one();
  }

  std::vector<TaskResult> wait(Clock::time_point until) override {
    std::unique_lock lock(mutex_);
    const auto is_there = [this] { return !results_.empty(); };
    while (open_ > 0 && results_.empty() && Clock::now() < until) {
      // A clock that is asked to wait for ever would overflow.
      has_result_.wait_until(lock, std::min(until, Clock::now() + std::chrono::hours(1)), is_there);
    }
    open_ -= results_.size();
    return std::exchange(results_, {});
  }

 private:
  void work(P& problem, std::size_t place) {
    std::unique_lock lock(mutex_);
    for (;;) {
      has_task_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      if (ending_) return;
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      TaskResult result{.number = task.number, .content = {}, .place = static_cast<std::uint32_t>(place)};
      const auto since = Clock::now();
      result.content = carried_out(problem, task.content);
      set_times(result, since, Clock::now());
      lock.lock();
      results_.push_back(std::move(result));
      has_result_.notify_one();
    }
  }

  std::vector<std::thread> threads_;
  std::size_t open_ = 0;  // tasks whose results nobody has fetched yet
  std::mutex mutex_;      // of all that follows
  std::condition_variable has_task_;
  std::condition_variable has_result_;
  std::deque<Task> tasks_;
  std::vector<TaskResult> results_;
  bool ending_ = false;
};

}  // namespace skerry
