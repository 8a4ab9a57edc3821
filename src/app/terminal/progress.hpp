#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/evaluation/task_runner.hpp"
#include "skerry/score.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// The form of progress: bar is one line, rewritten in place; lines is a new line every few seconds; none is
/// no progress.
enum class ProgressMode { bar, lines, none };

/// Returns the value of SKERRY_PROGRESS (bar, lines or none) where it is set; the start script sets it, since
/// mpirun hides the terminal from its ranks. Otherwise it is bar on a terminal and lines elsewhere. Throws
/// UsageError for another value.
ProgressMode progress_mode();

/// Returns a duration such as "12 s", "3 min 05 s" or "2 h 10 min".
std::string duration_text(double seconds);

/// Shows the present state on stderr, as often as people can read it: ten times a second as a bar, every five
/// seconds as lines.
class StatusLine {
 public:
  explicit StatusLine(ProgressMode mode);

  bool silent() const { return mode_ == ProgressMode::none; }
  void show(std::string line);
  /// Ends the line, so that something else can be printed.
  void leave();
  /// Shows the last line if it has not been shown, and ends it.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void write(const std::string& line);

  ProgressMode mode_;
  std::size_t width_;
  std::string waiting_;
  bool on_screen_ = false;
  Clock::time_point next_;
};

/// Follows whether the islands of a run have converged: for `converged_after` generations none has found a
/// better individual than it ever had, been restarted or taken random immigrants, and the fitness diversity
/// of each is below `converged_below`. It follows from the rows of the trace, so it is the same for any
/// epochs and any number of ranks.
class Convergence {
 public:
  static constexpr std::uint64_t converged_after = 100;
  static constexpr double converged_below = 0.01;

  /// Takes the epochs in their order.
  void observe(const EpochRecord& record);

  /// Tells whether the islands had converged at the end of the last epoch.
  bool converged() const { return converged_; }
  /// Returns how often an island has been restarted since the start.
  std::uint64_t restarts() const { return restarts_; }

 private:
  void begin_from(const EpochRecord& record);

  bool converged_ = false;
  std::uint64_t restarts_ = 0;
  std::uint64_t last_change_ = 0;        // the last generation with a change on any island
  std::vector<std::uint64_t> renewals_;  // [island] restarts and immigrations since the start
};

/// Counts the recorded evaluations of a run since this program was started, and foresees how long others
/// take.
class EvaluationTally {
 public:
  void add(std::span<const EvaluationRow> rows);

  bool empty() const { return counts_.done + counts_.known == 0; }
  /// Returns a text such as "1,203 done, 3 failed, 20 known".
  std::string text() const;
  /// Returns how long so many evaluations take if they are made as those so far, and as many of them are
  /// known: their number times the mean duration, divided by how many were made at once on average.
  double seconds_for(double evaluations) const;

 private:
  EvaluationActivity counts_;
  double durations_s_ = 0;
  double first_started_s_ = 0;
  double last_ended_s_ = 0;
};

/// Returns a text such as "island 0: 4 running, 12 done, 1 failed, 2 known", without the island if it is the
/// only one.
std::string activity_text(const EvaluationActivity& activity, std::size_t islands);

/// Returns a line such as "generation 40/100  best 1234.5  median 1300  diversity 0.120  35,000 evaluations/s
/// 3 s left", with the median of the islands' medians and the mean of their diversities. "12 restarts" or
/// "converged" stands behind the diversity where there were restarts, and where the islands have converged.
/// Where islands keep a map or a front, "coverage 43.2 %  QD-score 812" or "front 57  hypervolume 0.87" of
/// the island that has most stands in place of median and diversity.
/// Where evaluations are recorded, their counts and the time left stand behind the generation, and there is
/// no rate: "generation 40/100  1,203 done, 3 failed, 20 known  2 h 10 min left  best 1234.5  ...".
std::string progress_line(const EpochRecord& record, const Convergence& convergence,
                          const EvaluationTally& tally, Direction direction, const StopRule& stop);

/// Shows the progress of a run, on stderr, at the end of each epoch; and within epochs how the evaluations of
/// the first island come on, where it tells. Where the islands converge and do not begin anew by themselves
/// (`restarting`), it says once which setting would have them do so.
class Progress {
 public:
  Progress(ProgressMode mode, Direction direction, const StopRule& stop, std::size_t islands,
           bool restarting);

  void show(const EpochRecord& record);
  void show(const EvaluationActivity& activity);
  /// Shows the last state if it has not been shown, and ends the line.
  void finish();

 private:
  Direction direction_;
  StopRule stop_;
  std::size_t islands_;
  bool advised_;  // or no advice is needed
  Convergence convergence_;
  EvaluationTally tally_;
  std::string last_epoch_;  // what is known of the run since then
  StatusLine line_;
};

}  // namespace skerry
