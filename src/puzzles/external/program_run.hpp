#pragma once

#include "skerry/evaluation/task_runner.hpp"

#include "puzzles/external/declaration.hpp"
#include "puzzles/external/genome.hpp"
#include "puzzles/external/process.hpp"
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

/// Names can't lead out of the directory, and links are not followed, whatever the evaluation does there.
class EvaluationFolder {
 public:
  /// Makes `parent` if it is missing. Throws std::filesystem::filesystem_error.
  EvaluationFolder(const std::filesystem::path& parent, const std::string& name);
  ~EvaluationFolder();
  EvaluationFolder(const EvaluationFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Returns false if that is not possible, such as for a name that exists.
  bool write(const std::string& name, std::string_view text) const;
  /// Returns at most one byte more than `most_bytes`; none if there is no such regular file.
  std::optional<std::string> read(const std::string& path, std::size_t most_bytes) const;
  /// Removes it with all it holds, as far as that is possible.
  void remove() const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
};

class ProgramRun {
 public:
  using Clock = Process::Clock;

  /// `declaration` outlives the run. Throws std::filesystem::filesystem_error if no directory can be made,
  /// and Error if no process can.
  ProgramRun(const Declaration& declaration, Request request);

  /// Does not wait. Returns a judgement once the process has ended.
  std::optional<Judgement> look();
  /// Returns when look() is due at the latest.
  Clock::time_point next_look() const { return has_output_ ? Clock::time_point::max() : deadline_; }
  /// Null if it could not be started.
  Process* process() { return process_.get(); }
  Clock::time_point started() const { return started_; }
  /// The process must have ended.
  bool could_not_start() const { return process_ && process_->could_not_start(); }
  /// Tells the same also if a shell, env or a launcher has found so, which all say it by these statuses.
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
  std::unique_ptr<Process> process_;
  std::string output_;
  bool has_output_ = false;  // all of it
  bool is_late_ = false;
};

/// Takes the last line with a match, in which an exponent may be written with D as Fortran does; none if that
/// is not a number. Lines over 1,000 bytes are cut.
std::optional<double> last_number(const std::regex& pattern, std::string_view text);

/// A task is the line of a request, and its result a judgement as text.
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

  std::vector<Process*> processes();
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
