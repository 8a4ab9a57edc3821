#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"

#include "app/terminal/convergence.hpp"
#include "app/terminal/status_line.hpp"

#include <string>

namespace skerry {

/// Returns a line such as "generation 40/100  best 1234.5  median 1300  diversity 0.120  35,000 evaluations/s
/// 3 s left", with the median of the islands' medians and the mean of their diversities. "12 restarts" or
/// "converged" stands behind the diversity where there were restarts, and where the islands have converged.
/// Where islands keep a map or a front, "coverage 43.2 %  QD-score 812" or "front 57  hypervolume 0.87" of
/// the island that has most stands in place of median and diversity.
std::string progress_line(const EpochRecord& record, const Convergence& convergence, Direction direction,
                          const StopRule& stop);

/// Shows the progress of a run, on stderr. Where the islands converge and do not begin anew by themselves
/// (`restarting`), it says once which setting would have them do so.
class Progress {
 public:
  Progress(ProgressMode mode, Direction direction, const StopRule& stop, bool restarting);

  void show(const EpochRecord& record);
  /// Shows the last state if it has not been shown, and ends the line.
  void finish();

 private:
  Direction direction_;
  StopRule stop_;
  bool advised_;  // or no advice is needed
  Convergence convergence_;
  StatusLine line_;
};

}  // namespace skerry
