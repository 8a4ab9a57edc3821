#include "skerry/detail/population/evaluator.hpp"
#include "skerry/error.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace skerry {
namespace {

using Work = std::function<std::string(const std::string&)>;

class TaskThreads final : public TaskRunner {
 public:
  explicit TaskThreads(std::vector<Work> works) {
    // Signals are left to the main thread.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (std::size_t place = 0; place < works.size(); ++place) {
      threads_.emplace_back([this, own = std::move(works[place]), place] { work(own, place); });
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
  ~TaskThreads() override {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    has_task_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  TaskThreads(const TaskThreads&) = delete;
  TaskThreads& operator=(const TaskThreads&) = delete;

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
  void work(const Work& result_of, std::size_t place) {
    std::unique_lock lock(mutex_);
    for (;;) {
      has_task_.wait(lock, [this] { return ending_ || !tasks_.empty(); });
      if (ending_) return;
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      TaskResult result{.number = task.number, .content = {}, .place = static_cast<std::uint32_t>(place)};
      const auto since = Clock::now();
      result.content = result_of(task.content);
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

}  // namespace

Score score_in(const std::string& result) {
  if (result.size() != sizeof(Score)) throw Error(ExitStatus::failed, result.substr(sizeof(Score) + 1));
  Score score;
  std::copy_n(result.data(), sizeof(score), reinterpret_cast<char*>(&score));
  return score;
}

void score_as_tasks(TaskRunner& runner, const std::function<std::string(std::size_t)>& task,
                    std::span<Score> scores, std::span<EvaluationRow> rows, EvaluationWatch& watch) {
  for (std::size_t i = 0; i < scores.size(); ++i) runner.start({i, task(i)});
  watch.count_started(scores.size());
  for (std::size_t scored = 0; scored < scores.size();) {
    for (const TaskResult& result : watch.wait(runner)) {
      scores[result.number] = score_in(result.content);
      rows[result.number] = row_of(result);
      rows[result.number].number = result.number;
      watch.count_done(false);
      ++scored;
    }
  }
}

std::shared_ptr<TaskRunner> task_threads(std::vector<Work> works) {
  return std::make_shared<TaskThreads>(std::move(works));
}

}  // namespace skerry
