#include "skerry/fronts/objective_scale.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace skerry {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double most_scaled = 1e100;  // its square is finite
constexpr double other_axes = 1e-6;    // the weight of the objectives in which an extreme solution is small

}  // namespace

ObjectiveScale::ObjectiveScale(std::size_t objectives)
    : objectives_(objectives),
      state_(objectives * (objectives + 1), infinite),
      lengths_(objectives, 1),
      matrix_(objectives * (objectives + 1)) {}

std::span<double> ObjectiveScale::extreme(std::size_t objective) {
  return std::span(state_).subspan((objective + 1) * objectives_, objectives_);
}

double ObjectiveScale::achievement(std::span<const double> row, std::size_t objective) const {
  double most = 0;
  for (std::size_t i = 0; i < objectives_; ++i) {
    const double above = ordered_objective(row[i]) - state_[i];
    most = std::max(most, i == objective ? above : above / other_axes);
  }
  return most;
}

void ObjectiveScale::learn(ObjectiveRows front, ObjectiveRows all) {
  for (std::size_t solution = 0; solution < front.size(); ++solution) {
    for (std::size_t i = 0; i < objectives_; ++i) {
      const double value = ordered_objective(front[solution][i]);
      if (value > -infinite) state_[i] = std::min(state_[i], value);
    }
  }
  for (std::size_t objective = 0; objective < objectives_; ++objective) {
    double least = achievement(extreme(objective), objective);
    for (std::size_t solution = 0; solution < front.size(); ++solution) {
      const double found = achievement(front[solution], objective);
      if (!(found < least)) continue;
      least = found;
      std::ranges::transform(front[solution], extreme(objective).begin(), ordered_objective);
    }
  }
  limit_to_worst(front, true);
  if (find_intercepts()) limit_to_worst(all, false);
}

/// Solves the equations of the plane, in which each extreme solution adds up to 1, by Gaussian elimination.
/// Returns false, and leaves the lengths as they are, if there is no plane that meets all axes above 0.
bool ObjectiveScale::find_intercepts() {
  const std::size_t width = objectives_ + 1;
  const auto at = [&](std::size_t row, std::size_t column) -> double& {
    return matrix_[row * width + column];
  };
  for (std::size_t row = 0; row < objectives_; ++row) {
    for (std::size_t i = 0; i < objectives_; ++i) at(row, i) = extreme(row)[i] - state_[i];
    at(row, objectives_) = 1;
  }
  for (std::size_t column = 0; column < objectives_; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < objectives_; ++row) {
      if (std::abs(at(row, column)) > std::abs(at(pivot, column))) pivot = row;
    }
    if (!(std::abs(at(pivot, column)) > 0)) return false;
    for (std::size_t i = 0; i < width; ++i) std::swap(at(pivot, i), at(column, i));
    for (std::size_t row = 0; row < objectives_; ++row) {
      if (row == column) continue;
      const double factor = at(row, column) / at(column, column);
      for (std::size_t i = column; i < width; ++i) at(row, i) -= factor * at(column, i);
    }
  }
  const auto intercept = [&](std::size_t i) { return at(i, i) / at(i, objectives_); };
  for (std::size_t i = 0; i < objectives_; ++i) {
    if (!(intercept(i) > 0 && intercept(i) < infinite)) return false;
  }
  for (std::size_t i = 0; i < objectives_; ++i) lengths_[i] = intercept(i);
  return true;
}

/// Makes no length longer than the way to the worst finite value of these solutions, or as long as that.
void ObjectiveScale::limit_to_worst(ObjectiveRows rows, bool replace) {
  for (std::size_t i = 0; i < objectives_; ++i) {
    double worst = 0;
    for (std::size_t solution = 0; solution < rows.size(); ++solution) {
      const double above = ordered_objective(rows[solution][i]) - state_[i];
      if (above < infinite) worst = std::max(worst, above);
    }
    if (!(worst > 0)) worst = 1;
    lengths_[i] = replace ? worst : std::min(lengths_[i], worst);
  }
}

void ObjectiveScale::apply(std::span<const double> row, std::span<double> scaled) const {
  for (std::size_t i = 0; i < objectives_; ++i) {
    const double above = (ordered_objective(row[i]) - state_[i]) / lengths_[i];
    // An objective that is never finite has no least value, and says nothing.
    scaled[i] = state_[i] < infinite ? std::clamp(above, 0.0, most_scaled) : 0;
  }
}

}  // namespace skerry
