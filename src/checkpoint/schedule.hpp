#pragma once

#include "checkpoint/settings.hpp"

#include <cstdint>

namespace skerry {

/// Decides on the first rank, epoch by epoch, whether to save. Times are those of the run, in seconds.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSettings& settings, double start_s)
      : settings_(settings), last_s_(start_s) {}

  /// To be asked once at the end of each epoch.
  bool due(double now_s);
  void saved(double began_s, double ended_s);

 private:
  CheckpointSettings settings_;
  double last_s_;
  double cost_s_ = 0;  // of the last one
  std::uint64_t epochs_ = 0;
};

}  // namespace skerry
