#include "trace/checkpoint/schedule.hpp"

namespace skerry {

bool CheckpointSchedule::due(double now_s, std::optional<double> cost_s) {
  ++epochs_;
  if (!cost_s) return false;
  const double since_s = now_s - last_s_;
  const bool wanted = (settings_.every && epochs_ >= *settings_.every) || since_s >= settings_.seconds;
  return wanted && since_s >= *cost_s / settings_.share;
}

void CheckpointSchedule::began(double now_s) {
  last_s_ = now_s;
  epochs_ = 0;
}

}  // namespace skerry
