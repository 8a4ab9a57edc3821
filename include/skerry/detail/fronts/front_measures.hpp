#pragma once

#include "skerry/detail/fronts/crowded_order.hpp"
#include "skerry/measures.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// Computes the hypervolume up to a reference point (Zitzler & Thiele 1998), exact but for rounding. Two
/// objectives take O(n log n), three at worst O(n^2) moves in memory, more WFG (While, Bradstreet & Barone
/// 2012), at worst exponential in their number. It keeps its memory.
class Hypervolume {
 public:
  /// Returns the volume; infinite if an objective is minus infinity. Only solutions that are better than the
  /// finite reference in every objective count; dominated and repeated ones change nothing.
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

/// Returns the modified inverted generational distance IGD+ of a front (Ishibuchi et al. 2015): 0 if it
/// weakly dominates every reference point, of which there is at least one, and infinite if it is empty. It
/// takes O(m n r).
double igd_plus(ObjectiveRows front, ObjectiveRows references);

/// Measures how good the fronts of one problem are. Rows are [solution][objective], minimised.
class FrontMeasures {
 public:
  /// `known_front` has points of the true front in the objectives' own directions, or nothing.
  FrontMeasures(const std::vector<Objective>& objectives, std::span<const double> known_front);

  /// Returns the exact hypervolume up to the objectives' references; 0 if one has none, and for more than
  /// four objectives, whose volume takes too long for every generation.
  double hypervolume(std::span<const double> rows) {
    return reference_.empty() || rows.empty() ? 0 : hypervolume_.measure({rows, objectives_}, reference_);
  }
  /// Returns IGD+ to the known front; 0 if none is known, and for no rows.
  double igd_plus(std::span<const double> rows) const;

 private:
  std::size_t objectives_;
  std::vector<double> reference_;  // empty if an objective has none
  std::vector<double> known_front_;
  Hypervolume hypervolume_;
};

}  // namespace skerry
