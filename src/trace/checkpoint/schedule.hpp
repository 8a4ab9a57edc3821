#pragma once

#include "skerry/trace.hpp"

#include <cstdint>
#include <optional>

namespace skerry {

/// Decides on the first rank, epoch by epoch, whether to save. Times are those of the run, in seconds.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSettings& settings, double start_s)
      : settings_(settings), last_s_(start_s) {}

  /// To be asked once at the end of each epoch. `cost_s`: what the last checkpoint has taken until it was on
  /// the disk, 0 before the first; none while it is not.
  bool due(double now_s, std::optional<double> cost_s);
  void began(double now_s);

 private:
  CheckpointSettings settings_;
  double last_s_;
  std::uint64_t epochs_ = 0;
};

}  // namespace skerry
