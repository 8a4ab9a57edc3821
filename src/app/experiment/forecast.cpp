#include "app/experiment/forecast.hpp"

#include <utility>

namespace skerry {

Forecast::Forecast(std::vector<Kind> kinds, std::uint64_t cores)
    : kinds_(std::move(kinds)), seen_(kinds_.size()), cores_(static_cast<double>(cores)) {}

void Forecast::ran(std::size_t kind, double seconds) {
  if (kinds_[kind].left > 0) --kinds_[kind].left;
  seen_[kind].seconds += seconds;
  ++seen_[kind].runs;
}

void Forecast::gave_up(std::size_t kind) {
  if (kinds_[kind].left > 0) --kinds_[kind].left;
}

double Forecast::seconds_left() const {
  Seen all;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    all.seconds += seen_[kind].seconds * static_cast<double>(kinds_[kind].cores);
    all.runs += seen_[kind].runs;
  }
  if (all.runs == 0) return 0;
  double core_seconds = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const Seen& own = seen_[kind];
    const double each =
        own.runs > 0 ? own.seconds * static_cast<double>(kinds_[kind].cores) / static_cast<double>(own.runs)
                     : all.seconds / static_cast<double>(all.runs);
    core_seconds += each * static_cast<double>(kinds_[kind].left);
  }
  return core_seconds / cores_;
}

}  // namespace skerry
