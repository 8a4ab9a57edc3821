#include "skerry/fronts/indicators.hpp"

#include <algorithm>

namespace skerry {

namespace {

constexpr double farthest = std::numeric_limits<double>::infinity();

/// Returns the least of what `measure` says of each solution and a reference point.
template <typename Measure>
double nearest_to(std::span<const double> reference, ObjectiveRows front, Measure measure) {
  double nearest = farthest;
  for (std::size_t solution = 0; solution < front.size(); ++solution) {
    nearest = std::min(nearest, measure(front[solution], reference));
  }
  return nearest;
}

double squared_excess(std::span<const double> solution, std::span<const double> reference) {
  double sum = 0;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    const double excess = std::max(ordered_objective(solution[i]) - reference[i], 0.0);
    sum += excess * excess;
  }
  return sum;
}

double largest_excess(std::span<const double> solution, std::span<const double> reference) {
  double largest = -farthest;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    largest = std::max(largest, ordered_objective(solution[i]) - reference[i]);
  }
  return largest;
}

}  // namespace

double igd_plus(ObjectiveRows front, ObjectiveRows references) {
  double sum = 0;
  for (std::size_t point = 0; point < references.size(); ++point) {
    sum += std::sqrt(nearest_to(references[point], front, squared_excess));
  }
  return sum / static_cast<double>(references.size());
}

double additive_epsilon(ObjectiveRows front, ObjectiveRows references) {
  double largest = -farthest;
  for (std::size_t point = 0; point < references.size(); ++point) {
    largest = std::max(largest, nearest_to(references[point], front, largest_excess));
  }
  return largest;
}

}  // namespace skerry
