#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

/// How a grid divides one feature: into bins of equal width between two bounds, in the feature's own unit.
struct GridAxis {
  double lower = 0;
  double upper = 1;
  std::uint32_t bins = 1;  ///< at least 1

  friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

/// The largest number of cells of a grid.
inline constexpr std::size_t most_grid_cells = std::size_t{1} << 32;

/// The cells of a regular grid over vectors of features, as of MAP-Elites (Mouret & Clune, "Illuminating
/// search spaces by mapping elites", 2015). Cells are numbered from 0 with the last feature changing fastest.
class GridCells {
 public:
  /// Takes an axis for each feature. Throws UsageError where there is none, bounds are not finite or not in
  /// rising order, an axis has no bins, or the grid has more than most_grid_cells.
  explicit GridCells(std::vector<GridAxis> axes);

  /// Returns the axes.
  std::span<const GridAxis> axes() const { return axes_; }
  /// Returns the number of cells.
  std::size_t size() const { return size_; }

  /// Returns the cell of a vector with a value for each feature; none where one is NaN. A value outside its
  /// bounds belongs to the bin at that edge; one between two bins to the upper one.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;
  /// Writes the bin of each feature of a cell.
  void write_coordinates(std::size_t cell, std::span<std::uint32_t> bins) const;
  /// Writes the centre of a cell, a value for each feature.
  void write_centre(std::size_t cell, std::span<double> features) const;

 private:
  std::vector<GridAxis> axes_;
  std::size_t size_ = 1;
};

}  // namespace skerry
