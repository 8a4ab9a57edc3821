#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/program_run.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace skerry::external {

/// Carries out tasks by a process for each, of which the declared number run at once. A task is the line of a
/// request, and its result a judgement as text.
class ProgramRuns : public TaskRunner {
 public:
  explicit ProgramRuns(std::shared_ptr<const Declaration> declaration);
  ~ProgramRuns() override;
  ProgramRuns(const ProgramRuns&) = delete;

  std::size_t room() const override;
  std::size_t waiting() const override { return queue_.size(); }
  void start(Task task) override { queue_.push_back(std::move(task)); }
  std::vector<TaskResult> wait(Clock::time_point until) override;

 private:
  struct Place {
    Task task{};
    std::unique_ptr<ProgramRun> run{};
    int failed_starts = 0;          // of the task
    Clock::time_point pause_end{};  // before which it is not started again
  };

  std::vector<GuardedProcess*> processes();
  void look(std::vector<TaskResult>& done);
  bool is_to_wait(Place& place, const Judgement& judgement);
  bool take_task(Place& place);
  std::optional<Failure> begin(Place& place);
  void hand_out(std::vector<TaskResult>& done);

  std::shared_ptr<const Declaration> declaration_;
  std::vector<Place> places_;
  std::deque<Task> queue_;
  bool had_folder_ = false;
  bool had_program_ = false;
};

}  // namespace skerry::external
