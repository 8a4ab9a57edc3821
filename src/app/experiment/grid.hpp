#pragma once

#include "skerry/app/settings.hpp"

#include "app/run/load.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// One combination of the values of a grid.
struct GridPoint {
  std::string name;  ///< "mutation_rate=0.1-population=20"; empty for the only point of an empty grid
  std::optional<std::uint64_t> islands;
  std::vector<LoadRequest::Override> settings;
};

/// Returns all combinations of the lists in a [grid] table, the last key changing fastest. Throws UsageError
/// for a key without a list, and for more than 100,000 combinations.
std::vector<GridPoint> grid_points(const Settings& table);

}  // namespace skerry
