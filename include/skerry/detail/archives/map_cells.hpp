#pragma once

#include "skerry/measures.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
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

  /// A value outside [0, 1] counts as the nearer end; NaN is not allowed. It takes O(log n) in few
  /// dimensions, O(n) at worst, and does not allocate.
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

/// How a centroidal tessellation is made.
struct TessellationSettings {
  std::size_t features = 2;
  std::size_t cells = 1024;
  std::size_t samples = 25'600;  ///< at least as many as cells; 25 for each give an even tessellation
  std::size_t iterations = 50;   ///< the most that are made; fewer if no sample changes its cell any more
};

/// The cells of a centroidal Voronoi tessellation of the unit box, as of CVT-MAP-Elites (Vassiliades,
/// Chatzilygeroudis & Mouret, IEEE Transactions on Evolutionary Computation 2018). Cells have about the same
/// volume.
class CentroidalCells {
 public:
  /// Makes the tessellation by k-means (Lloyd, IEEE Transactions on Information Theory 1982) from samples *
  /// features 64-bit numbers of `random`, the same on every machine. Throws UsageError if a number of the
  /// settings is 0, or if there are fewer samples than cells.
  CentroidalCells(const TessellationSettings& settings, Random& random);
  /// Takes centroids that were made before, [cell][feature]. Throws UsageError if there are none, the last is
  /// incomplete, or one is not in the unit box.
  CentroidalCells(std::span<const double> centroids, std::size_t features);

  std::size_t size() const { return centroids_.size(); }
  std::size_t features() const { return centroids_.dimensions(); }
  /// Returns the centroid of a cell, a value in [0, 1] for each feature.
  std::span<const double> centroid(std::size_t cell) const { return centroids_[cell]; }

  /// Returns the cell of the nearest centroid, of several the lowest; none if a value is NaN. A value outside
  /// [0, 1] counts as the nearer end. It does not allocate.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;

 private:
  NearestPoint centroids_;
};

/// How a grid divides one feature: into bins of equal width between two bounds, in the feature's own unit.
struct GridAxis {
  double lower = 0;
  double upper = 1;
  std::uint32_t bins = 1;  ///< at least 1

  friend bool operator==(const GridAxis&, const GridAxis&) = default;
};

inline constexpr std::size_t most_grid_cells = std::size_t{1} << 32;

/// The cells of a regular grid over vectors of features, as of MAP-Elites (Mouret & Clune, "Illuminating
/// search spaces by mapping elites", 2015). Cells are numbered from 0 with the last feature changing fastest.
class GridCells {
 public:
  /// Throws UsageError if there is no axis, bounds are not finite or not in rising order, an axis has no
  /// bins, or the grid has more than most_grid_cells.
  explicit GridCells(std::vector<GridAxis> axes);

  std::span<const GridAxis> axes() const { return axes_; }
  std::size_t size() const { return size_; }

  /// Returns the cell of a vector with a value for each feature; none where one is NaN. A value outside its
  /// bounds belongs to the bin at that edge; one between two bins to the upper one.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;

 private:
  std::vector<GridAxis> axes_;
  std::size_t size_ = 1;
};

/// The largest number of cells of a map, of which every island keeps four bytes and more for each.
inline constexpr std::uint64_t most_map_cells = 100'000'000;

/// The cells of a map of solutions, over features in their own units: a grid, or a tessellation.
class MapCells {
 public:
  /// Makes a grid with Feature::cells on each axis. Throws UsageError, with the name of the feature, for
  /// features that can't be axes, and for more than most_map_cells.
  explicit MapCells(const std::vector<Feature>& features);
  /// The tessellation depends on the features and the seed alone.
  MapCells(const std::vector<Feature>& features, std::size_t centroids, std::uint64_t seed);

  std::size_t size() const;
  /// There is none if a value is NaN.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;
  /// Returns the interval of each feature in a cell of a grid, infinite at the ends of an axis, to which
  /// values beyond belong; nothing for a tessellation.
  std::vector<Interval<double>> intervals_of(std::size_t cell) const;
  /// Returns the next cell up or down an axis of a grid; none beyond its end.
  std::optional<std::size_t> beside(std::size_t cell, std::size_t axis, bool up) const;
  /// Returns the centroids of a tessellation, [cell][feature]; empty for a grid.
  std::vector<double> centroids() const;

 private:
  std::vector<Feature> features_;
  std::variant<GridCells, CentroidalCells> cells_;
};

/// Returns the share of cells that are filled, in [0, 1]. `fitness` has the fitness of the elite of each
/// cell, and NaN if a cell is empty; there is at least one cell.
double coverage(std::span<const double> fitness);

/// Returns the QD-score: the sum over all filled cells of the distance of the fitness to `worst`, which is
/// finite (Pugh, Soros, Szerlip & Stanley, GECCO 2015). Larger is better, in the unit of the fitness, and an
/// elite worse than `worst` counts 0. `fitness` is as for coverage().
double qd_score(std::span<const double> fitness, double worst, Direction direction);

}  // namespace skerry
