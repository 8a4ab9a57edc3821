#pragma once

#include "skerry/archives/centroidal_cells.hpp"
#include "skerry/archives/grid_cells.hpp"
#include "skerry/measures.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace skerry {

/// The largest number of cells of a map, of which every island keeps four bytes and more for each.
inline constexpr std::uint64_t most_map_cells = 100'000'000;

/// The cells of a map of solutions, over features in their own units: a grid, or a tessellation.
class MapCells {
 public:
  /// Makes a grid with Feature::cells on each axis. Throws UsageError, with the name of the feature, for
  /// features that can't be axes, and for more than most_map_cells.
  explicit MapCells(const std::vector<Feature>& features);
  /// Makes a centroidal Voronoi tessellation of that many cells, which depends on the features and the seed
  /// alone.
  MapCells(const std::vector<Feature>& features, std::size_t centroids, std::uint64_t seed);

  /// Returns the number of cells.
  std::size_t size() const;
  /// Returns the cell of a vector with a value for each feature; none where one is NaN.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;
  /// Returns the centroids of a tessellation, [cell][feature]; empty for a grid.
  std::vector<double> centroids() const;

 private:
  std::vector<Feature> features_;
  std::variant<GridCells, CentroidalCells> cells_;
};

}  // namespace skerry
