#pragma once

#include "app/process/guarded_process.hpp"
#include "puzzles/external/declaration.hpp"
#include "puzzles/external/evaluation_folder.hpp"
#include "puzzles/external/genome.hpp"
#include "puzzles/external/request.hpp"
#include "puzzles/external/result.hpp"

#include <memory>
#include <optional>
#include <regex>
#include <string>
#include <string_view>

namespace skerry::external {

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

}  // namespace skerry::external
