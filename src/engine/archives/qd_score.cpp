#include "skerry/archives/qd_score.hpp"

#include <algorithm>
#include <cmath>

namespace skerry {

double coverage(std::span<const double> fitness) {
  const auto filled = std::ranges::count_if(fitness, [](double value) { return !std::isnan(value); });
  return static_cast<double>(filled) / static_cast<double>(fitness.size());
}

double qd_score(std::span<const double> fitness, double worst, Direction direction) {
  double sum = 0;
  for (const double value : fitness) {
    const double worth = direction == Direction::maximise ? value - worst : worst - value;
    if (worth > 0) sum += worth;  // not for NaN
  }
  return sum;
}

}  // namespace skerry
