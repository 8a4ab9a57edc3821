#pragma once

#include "skerry/archives/nearest_point.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace skerry {

/// How a centroidal tessellation is made.
struct TessellationSettings {
  std::size_t features = 2;
  std::size_t cells = 1024;
  std::size_t samples = 25'600;  ///< at least as many as cells; 25 for each give an even tessellation
  std::size_t iterations = 50;   ///< the most that are made; fewer where no sample changes its cell any more
};

/// The cells of a centroidal Voronoi tessellation of the unit box, as of CVT-MAP-Elites (Vassiliades,
/// Chatzilygeroudis & Mouret, IEEE Transactions on Evolutionary Computation 2018). A cell is all that is
/// nearer to its centroid than to any other; cells have about the same volume, and their number does not grow
/// with that of the features.
class CentroidalCells {
 public:
  /// Makes the tessellation by k-means (Lloyd, IEEE Transactions on Information Theory 1982) over uniform
  /// samples, the first of which are the first centroids. It draws samples * features 64-bit numbers of
  /// `random` and is the same on every machine. Throws UsageError where a number of the settings is 0, or
  /// there are fewer samples than cells.
  CentroidalCells(const TessellationSettings& settings, Random& random);
  /// Takes the centroids of a tessellation that was made before, [cell][feature]. Throws UsageError where
  /// there are none, the last is incomplete, or one is not in the unit box.
  CentroidalCells(std::span<const double> centroids, std::size_t features);

  /// Returns the number of cells.
  std::size_t size() const { return centroids_.size(); }
  /// Returns the number of features.
  std::size_t features() const { return centroids_.dimensions(); }
  /// Returns the centroid of a cell, a value in [0, 1] for each feature.
  std::span<const double> centroid(std::size_t cell) const { return centroids_[cell]; }

  /// Returns the cell of a vector with a value for each feature, by the nearest centroid, of several that of
  /// the lowest cell; none where a value is NaN. A value outside [0, 1] counts as the nearer end. Does not
  /// allocate.
  std::optional<std::size_t> cell_of(std::span<const double> features) const;

 private:
  NearestPoint centroids_;
};

}  // namespace skerry
