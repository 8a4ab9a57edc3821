#pragma once

#include "skerry/measures.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace skerry {

/// Finds the nearest of several points of the unit box with a k-d tree (Bentley, Communications of the ACM
/// 1975), bit for bit as a scan would; of equally near points, the one of the least index.
class NearestPoint {
 public:
  /// Takes rows of values in [0, 1], [point][dimension]. There are at least one point and one dimension.
  NearestPoint(std::span<const double> points, std::size_t dimensions);

  std::size_t size() const { return points_.size() / dimensions_; }
  std::size_t dimensions() const { return dimensions_; }
  std::span<const double> operator[](std::size_t point) const {
    return std::span(points_).subspan(point * dimensions_, dimensions_);
  }

  /// A value outside [0, 1] counts as the nearer end; NaN is not allowed. O(log n) in few dimensions.
  std::size_t find(std::span<const double> vector) const;

 private:
  struct Found;
  void build(std::size_t begin, std::size_t end);
  void search(std::size_t begin, std::size_t end, std::span<const double> vector, Found& found) const;

  std::size_t dimensions_;
  std::vector<double> points_;
  std::vector<std::uint32_t> order_;  // a node is the middle of its range; its subtrees are the two halves
  std::vector<std::uint32_t> axes_;   // of each node
};

/// How a tessellation is made.
struct TessellationSettings {
  std::size_t features = 2;      ///< at least 1
  std::size_t cells = 1024;      ///< at least 1
  std::size_t samples = 25'600;  ///< at least as many as cells; 25 for each give an even tessellation
  std::size_t iterations = 50;   ///< the most that are made; fewer if no sample changes its cell any more
};

/// Returns the centroids of a centroidal Voronoi tessellation of the unit box, [cell][feature]
/// (CVT-MAP-Elites, Vassiliades et al. 2018), made by k-means (Lloyd 1982) from samples * features 64-bit
/// numbers of `random`, the same on every machine. Cells have about the same volume.
std::vector<double> tessellate(const TessellationSettings& settings, Random& random);

/// The largest number of cells of a map, of which every island keeps four bytes and more for each.
inline constexpr std::uint64_t most_map_cells = 100'000'000;

/// The cells of a map of solutions, over features in their own units: a regular grid, or a tessellation. They
/// are numbered from 0, those of a grid with the last feature changing fastest.
class MapCells {
 public:
  /// Makes a grid with Feature::cells on each axis. Throws UsageError, with the name of the feature, for
  /// features that can't be axes, and for more than most_map_cells.
  explicit MapCells(const std::vector<Feature>& features);
  /// The tessellation depends on the features and the seed alone.
  MapCells(const std::vector<Feature>& features, std::size_t centroids, std::uint64_t seed);

  std::size_t size() const { return size_; }
  /// There is none if a value is NaN. A value outside its bounds counts as the nearer end, one between two
  /// intervals belongs to the upper one, and of equally near centroids the first counts.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;
  /// Returns the interval of each feature in a cell of a grid, infinite at the ends of an axis; else nothing.
  std::vector<Interval<double>> intervals_of(std::size_t cell) const;
  /// Returns the next cell up or down an axis of a grid; none beyond its end.
  std::optional<std::size_t> beside(std::size_t cell, std::size_t axis, bool up) const;
  /// Returns the centroids of a tessellation, [cell][feature]; empty for a grid.
  std::vector<double> centroids() const;

 private:
  std::size_t cell_of_grid(std::span<const double> features) const;
  std::size_t nearest_centroid(std::span<const double> features) const;

  std::vector<Feature> features_;
  std::size_t size_;
  std::optional<NearestPoint> centroids_;  // in the unit box; none: a grid
};

}  // namespace skerry
