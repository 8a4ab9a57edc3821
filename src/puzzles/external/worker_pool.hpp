#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/worker.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <vector>

namespace skerry::external {

/// Carries out tasks by the declared number of workers. A task is the line of a request, and its result a
/// judgement as text. Processes start when there is something to do for them.
class WorkerPool : public TaskRunner {
 public:
  explicit WorkerPool(std::shared_ptr<const Declaration> declaration);
  ~WorkerPool() override;
  WorkerPool(const WorkerPool&) = delete;

  std::size_t room() const override;
  std::size_t waiting() const override { return queue_.size(); }
  void start(Task task) override;
  std::vector<TaskResult> wait(Clock::time_point until) override;

 private:
  std::vector<GuardedProcess*> processes();
  void look(WorkerNews& news);
  void hand_out();
  void refuse(WorkerNews& news);
  Clock::time_point next_look() const;

  std::shared_ptr<const Declaration> declaration_;
  std::vector<Worker> workers_;
  std::deque<Task> queue_;
  std::size_t unanswered_ = 0;
};

}  // namespace skerry::external
