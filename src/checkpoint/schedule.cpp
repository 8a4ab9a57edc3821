#include "checkpoint/schedule.hpp"

namespace skerry {

bool CheckpointSchedule::due(double now_s) {
  ++epochs_;
  const double since_s = now_s - last_s_;
  const bool wanted = (settings_.every && epochs_ >= *settings_.every) || since_s >= settings_.seconds;
  // After a checkpoint of cost c the search has c (1 / share - 1) to itself.
  return wanted && since_s >= cost_s_ * (1 / settings_.share - 1);
}

void CheckpointSchedule::saved(double began_s, double ended_s) {
  cost_s_ = ended_s - began_s;
  last_s_ = ended_s;
  epochs_ = 0;
}

}  // namespace skerry
