#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/score.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace skerry {

/// bar: one line, rewritten in place; lines: one now and then; none.
enum class ProgressMode { bar, lines, none };

/// SKERRY_PROGRESS=bar|lines|none where set (mpirun hides the terminal from its ranks, so the start script
/// sets it); else a bar on a terminal and lines elsewhere. Throws UsageError for another value.
ProgressMode progress_mode();

/// "generation 40/100  best 1234.5  median 1300  diversity 0.120  35,000 evaluations/s  3 s left": the median
/// of the islands' medians, and the mean of their diversities.
std::string progress_line(const EpochRecord& record, Direction direction, const StopRule& stop);

/// Shows how a run goes, on stderr.
class Progress {
 public:
  Progress(ProgressMode mode, Direction direction, const StopRule& stop);

  void show(const EpochRecord& record);
  /// Shows the last state where it has not been, and leaves the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  void write(const std::string& line) const;

  ProgressMode mode_;
  Direction direction_;
  StopRule stop_;
  std::size_t width_;
  std::string waiting_;
  Clock::time_point next_;
};

}  // namespace skerry
