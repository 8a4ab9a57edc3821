#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "app/process/guarded_process.hpp"
#include "puzzles/external/declaration.hpp"
#include "puzzles/external/genome.hpp"
#include "puzzles/external/protocol.hpp"

#include <cstddef>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::external {

/// A fresh directory for one evaluation. What it writes and reads lies in it: names can't lead out of it, and
/// links are not followed, whatever the evaluation does there.
class EvaluationFolder {
 public:
  /// Makes it in `parent`, which is made if it is missing. Throws std::filesystem::filesystem_error.
  EvaluationFolder(const std::filesystem::path& parent, const std::string& name);
  ~EvaluationFolder();
  EvaluationFolder(const EvaluationFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a new file. Returns false if that is not possible, such as where the name exists.
  bool write(const std::string& name, std::string_view text) const;
  /// Returns the contents of a regular file by its path in the folder, at most so many bytes and one; none if
  /// there is no such file.
  std::optional<std::string> read(const std::string& path, std::size_t most_bytes) const;
  /// Removes it with all it holds, as far as that is possible.
  void remove() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

/// A process for one evaluation, in a fresh directory, from which its result is read.
class ProgramRun {
 public:
  using Clock = GuardedProcess::Clock;

  /// Makes the directory and starts the process. `declaration` outlives the run. Throws
  /// std::filesystem::filesystem_error where no directory can be made, and Error where no process can.
  ProgramRun(const Declaration& declaration, Request request);

  /// Takes note of what the process has done, without waiting. Returns what came of the evaluation once the
  /// process has ended.
  std::optional<Judgement> look();
  /// Returns when look() is due at the latest.
  Clock::time_point next_look() const { return has_output_ ? Clock::time_point::max() : deadline_; }
  /// Returns the process; null if it could not be started.
  GuardedProcess* process() { return process_.get(); }
  Clock::time_point started() const { return started_; }
  /// Tells, of a process that has ended, whether there is no program that it could run.
  bool could_not_start() const { return process_ && process_->could_not_start(); }
  /// Tells the same also where a shell, env or a launcher has found so, which all say it by these statuses.
  bool found_no_program();

 private:
  bool write_inputs() const;
  void start();
  Judgement judgement_of_end();
  Judgement read_output() const;
  void clean_up(Judgement& judgement) const;

  const Declaration& declaration_;
  Request request_;
  Genome genome_;
  EvaluationFolder folder_;
  Clock::time_point started_;
  Clock::time_point deadline_;
  std::unique_ptr<GuardedProcess> process_;
  std::string output_;
  bool has_output_ = false;  // all of it
  bool is_late_ = false;
};

/// Returns the number that the last line with a match has in the group of the pattern, where an exponent may
/// be written with D as Fortran does; none without a match that is a number. Lines over 1,000 bytes are cut.
std::optional<double> last_number(const std::regex& pattern, std::string_view text);

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
