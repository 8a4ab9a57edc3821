#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"

#include "app/terminal/convergence.hpp"
#include "app/terminal/evaluation_tally.hpp"
#include "app/terminal/status_line.hpp"

#include <string>

namespace skerry {

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
