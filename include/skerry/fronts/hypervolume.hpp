#pragma once

#include "skerry/fronts/dominance.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// Computes the hypervolume of solutions with respect to a reference point (Zitzler & Thiele, PPSN 1998): the
/// volume of all that a solution weakly dominates and that weakly dominates the reference point. It is exact
/// but for the rounding of its sums. The unit is the product of the units of the objectives.
///
/// Two objectives take a sweep, O(n log n). Three take a sweep along the third that keeps the area of the
/// first two, O(n log n) comparisons and at worst O(n^2) moves in memory. More take the walking fish group's
/// algorithm with slicing (WFG: While, Bradstreet & Barone, IEEE Transactions on Evolutionary Computation
/// 2012), which grows exponentially with the number of objectives at worst.
///
/// It keeps its memory, so repeated calls for fronts of similar sizes do not allocate.
class Hypervolume {
 public:
  /// Returns the volume, 0 or more; infinite where an objective is minus infinity. `reference` has a finite
  /// value for each objective. Solutions that aren't better than the reference in every objective count
  /// nothing; dominated solutions and repeated ones change nothing.
  double measure(ObjectiveRows solutions, std::span<const double> reference);

 private:
  // Inside, a solution is its distances to the reference: all positive, and larger is better.
  struct Step {
    double first = 0;
    double second = 0;
  };
  struct Level {
    std::vector<std::size_t> order;
    std::vector<double> sorted;
    std::vector<double> limited;
  };
  double area(std::span<const double> points);
  double volume(std::span<const double> points);
  double add_step(Step step);
  double slices(std::span<const double> points, std::size_t objectives);
  double part(std::span<const double> points, std::size_t objectives);

  std::vector<double> extents_;
  std::vector<Step> steps_;  // the union of rectangles from the origin: first rises, second falls
  std::vector<const double*> ordered_;
  std::vector<Level> levels_;  // of each number of objectives
};

}  // namespace skerry
