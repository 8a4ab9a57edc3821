#pragma once

#include "skerry/trace.hpp"

#include <cstdint>
#include <optional>

namespace skerry {

/// Decides on the first rank, at each epoch, whether to save. Times are those of the run, in seconds.
class CheckpointSchedule {
 public:
  CheckpointSchedule(const CheckpointSettings& settings, double start_s)
      : settings_(settings), last_s_(start_s) {}

  /// Tells whether to save now; call it once at the end of each epoch. `cost_s` is the time that the last
  /// checkpoint took until it was on the disk: 0 before the first one, none while it is not there.
  bool due(double now_s, std::optional<double> cost_s);
  void began(double now_s);

 private:
  CheckpointSettings settings_;
  double last_s_;
  std::uint64_t epochs_ = 0;
};

}  // namespace skerry
