#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace skerry {

/// The objective vectors of several solutions, one after another: [solution][objective]. Every objective is
/// to be minimised; whoever maximises one hands over its negative. NaN counts as infinitely bad.
struct ObjectiveRows {
  std::span<const double> values;  ///< size() * objectives numbers
  std::size_t objectives = 1;      ///< at least 1

  /// Returns the number of solutions.
  std::size_t size() const { return values.size() / objectives; }
  /// Returns the objective vector of a solution.
  std::span<const double> operator[](std::size_t solution) const {
    return values.subspan(solution * objectives, objectives);
  }
};

/// Returns a number by which an objective can be ordered: infinity for NaN, and 0 for -0, so that equal
/// objectives have equal bytes.
inline double ordered_objective(double objective) {
  return std::isnan(objective) ? std::numeric_limits<double>::infinity() : objective + 0.0;
}

/// Returns whether a solution with this violation is feasible; NaN is not.
constexpr bool is_feasible(double violation) {
  return violation <= 0;
}

/// Returns whether a is at least as good as b in every objective. Both are of the same length and without
/// NaN.
inline bool weakly_dominates(std::span<const double> a, std::span<const double> b) {
  for (std::size_t objective = 0; objective < a.size(); ++objective) {
    if (a[objective] > b[objective]) return false;
  }
  return true;
}

}  // namespace skerry
