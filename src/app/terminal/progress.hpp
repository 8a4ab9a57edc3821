#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/evaluation/evaluation_services.hpp"
#include "skerry/score.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry {

/// bar is one line, rewritten in place; lines is a new line every few seconds.
enum class ProgressMode { bar, lines, none };

/// Returns SKERRY_PROGRESS, or else bar on a terminal and lines elsewhere. Throws UsageError.
ProgressMode progress_mode();

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

/// For `converged_after` generations no island has found a better individual, been restarted or taken random
/// immigrants, and the fitness diversity of each is below `converged_below`.
class Convergence {
 public:
  static constexpr std::uint64_t converged_after = 100;
  static constexpr double converged_below = 0.01;

  void observe(const EpochRecord& record);

  bool converged() const { return converged_; }
  std::uint64_t last_change() const { return last_change_; }
  std::uint64_t restarts() const { return restarts_; }

 private:
  void begin_from(const EpochRecord& record);

  bool converged_ = false;
  std::uint64_t restarts_ = 0;
  std::uint64_t last_change_ = 0;        // the last generation with a change on any island
  std::vector<std::uint64_t> renewals_;  // [island] restarts and immigrations since the start
};

class EvaluationTally {
 public:
  void add(std::span<const EvaluationRow> rows);

  bool empty() const { return counts_.done + counts_.known == 0; }
  std::string text() const;
  /// Takes durations, evaluations at once and the share of known ones to be as so far.
  double seconds_for(double evaluations) const;

 private:
  EvaluationActivity counts_;
  double durations_s_ = 0;
  double first_started_s_ = 0;
  double last_ended_s_ = 0;
};

/// Returns a text such as "island 0: 4 running, 12 done, 1 failed, 2 known"; an only island is not named.
std::string activity_text(const EvaluationActivity& activity, std::size_t islands);

/// Returns "generation 40/100  best 1234.5  median 1300  diversity 0.120  35,000 evaluations/s  3 s left". A
/// map or front has its size in place of median and diversity, recorded evaluations their counts for a rate.
std::string progress_line(const EpochRecord& record, const Convergence& convergence,
                          const EvaluationTally& tally, Direction direction, const StopRule& stop);

/// Shows the end of each epoch, and within epochs the evaluations of the first island. If islands converge
/// and do not begin anew (`restarting`), it says once what would help, and at the end since when they stand
/// still.
class Progress {
 public:
  Progress(ProgressMode mode, Direction direction, const StopRule& stop, std::size_t islands,
           bool restarting);

  void show(const EpochRecord& record);
  void show(const EvaluationActivity& activity);
  void finish();

 private:
  Direction direction_;
  StopRule stop_;
  std::size_t islands_;
  bool advises_;
  bool advised_ = false;
  Convergence convergence_;
  EvaluationTally tally_;
  std::string last_epoch_;  // what is known of the run since then
  StatusLine line_;
};

}  // namespace skerry
