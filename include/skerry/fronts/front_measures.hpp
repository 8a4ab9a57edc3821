#pragma once

#include "skerry/fronts/hypervolume.hpp"
#include "skerry/measures.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// Measures how good the fronts of one problem are. Rows are [solution][objective], minimised.
class FrontMeasures {
 public:
  /// `known_front` has points of the true front in the objectives' own directions, or nothing.
  FrontMeasures(const std::vector<Objective>& objectives, std::span<const double> known_front);

  /// Returns the exact hypervolume up to the objectives' references; 0 if one has none, and for more than
  /// four objectives, whose volume takes too long for every generation.
  double hypervolume(std::span<const double> rows);
  /// Returns IGD+ to the known front; 0 if none is known, and for no rows.
  double igd_plus(std::span<const double> rows) const;

 private:
  std::size_t objectives_;
  std::vector<double> reference_;  // empty if an objective has none
  std::vector<double> known_front_;
  Hypervolume hypervolume_;
};

}  // namespace skerry
