#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Finds the nearest of several points of the unit box by Euclidean distance with a k-d tree (Bentley,
/// Communications of the ACM 1975). Of points at the same computed distance, it finds the one of the least
/// index, so it agrees with a scan of all points even in the last bit.
class NearestPoint {
 public:
  /// Takes rows of values in [0, 1], [point][dimension]. There are at least one point and one dimension.
  NearestPoint(std::span<const double> points, std::size_t dimensions);

  /// Returns the number of points.
  std::size_t size() const { return points_.size() / dimensions_; }
  /// Returns the number of dimensions.
  std::size_t dimensions() const { return dimensions_; }
  /// Returns the coordinates of a point.
  std::span<const double> operator[](std::size_t point) const {
    return std::span(points_).subspan(point * dimensions_, dimensions_);
  }

  /// Returns the index of the point nearest to a vector without NaN, in which a value outside [0, 1] counts
  /// as the nearer end. It takes O(log n) where there are few dimensions, and O(n) at worst. It does not
  /// allocate.
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

}  // namespace skerry
