#pragma once

#include "skerry/score.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The bounds of a quantity or of a gene: lower <= value <= upper.
template <typename T>
struct Interval {
  T lower{};
  T upper{};
};

/// One of several quantities that a search makes good at once.
struct Objective {
  std::string name;       ///< "price"
  std::string unit = {};  ///< "coins"; empty for a pure number
  Direction direction = Direction::minimise;
  /// A value worse than all that count, up to which the hypervolume is measured if all objectives have one.
  std::optional<double> reference = {};
};

/// Returns a value as it is minimised, negated if the objective is maximised; and the other way round.
constexpr double minimised(const Objective& objective, double value) {
  // It is subtracted from 0 rather than negated, so that 0 keeps its sign.
  return objective.direction == Direction::minimise ? value : 0.0 - value;
}

/// A quantity by which solutions differ, whether they are good or not: an axis of a map of solutions.
struct Feature {
  std::string name;       ///< "nations"
  std::string unit = {};  ///< empty for a pure number
  /// The axis from `least` to `most`, which is larger; a value outside belongs to the cell at that end.
  double least = 0;
  double most = 1;
  std::uint64_t cells = 10;  ///< the number of intervals of equal length on this axis in a grid, at least 1
  /// The names of the categories, if the feature is one of several: its value is the index of a name. There
  /// is a cell for each, and least, most and cells do not count.
  std::vector<std::string> categories = {};
};

/// Returns a feature whose values are the whole numbers from `least` to `most`, with a cell for each.
Feature whole_number_feature(std::string name, std::uint64_t least, std::uint64_t most);
/// Returns a feature whose values are the indices of these categories.
Feature categorical_feature(std::string name, std::vector<std::string> categories);

/// Throws UsageError for an objective without a name or with one twice, or whose reference is not finite.
void check_objectives(const std::vector<Objective>& objectives);
/// Throws UsageError, with the name of the feature, for one without a name, for two of the same name, for
/// bounds that are not finite or not in rising order, and for no cells.
void check_features(const std::vector<Feature>& features);

}  // namespace skerry
