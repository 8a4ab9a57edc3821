#include "skerry/archives/nearest_point.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace skerry {

struct NearestPoint::Found {
  double distance = std::numeric_limits<double>::infinity();  // squared
  std::uint32_t point = std::numeric_limits<std::uint32_t>::max();
};

namespace {

constexpr std::size_t leaf_points = 8;

double gap_between(double value, double coordinate) {
  return std::clamp(value, 0.0, 1.0) - coordinate;
}

double squared_distance(std::span<const double> vector, std::span<const double> point) {
  double sum = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    const double gap = gap_between(vector[i], point[i]);
    sum += gap * gap;
  }
  return sum;
}

}  // namespace

NearestPoint::NearestPoint(std::span<const double> points, std::size_t dimensions)
    : dimensions_(dimensions), points_(points.begin(), points.end()), order_(size()), axes_(size()) {
  std::iota(order_.begin(), order_.end(), 0U);
  build(0, size());
}

void NearestPoint::build(std::size_t begin, std::size_t end) {
  if (end - begin <= leaf_points) return;
  const auto members = std::span(order_).subspan(begin, end - begin);
  std::size_t widest = 0;
  double width = -1;
  for (std::size_t axis = 0; axis < dimensions_; ++axis) {
    const auto coordinate = [&](std::uint32_t point) { return (*this)[point][axis]; };
    const auto [least, most] = std::ranges::minmax_element(members, {}, coordinate);
    if (coordinate(*most) - coordinate(*least) <= width) continue;
    width = coordinate(*most) - coordinate(*least);
    widest = axis;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  std::ranges::nth_element(members, members.begin() + static_cast<std::ptrdiff_t>(middle - begin), {},
                           [&](std::uint32_t point) { return (*this)[point][widest]; });
  axes_[middle] = static_cast<std::uint32_t>(widest);
  build(begin, middle);
  build(middle + 1, end);
}

std::size_t NearestPoint::find(std::span<const double> vector) const {
  Found found;
  search(0, size(), vector, found);
  return found.point;
}

void NearestPoint::search(std::size_t begin, std::size_t end, std::span<const double> vector,
                          Found& found) const {
  const auto look_at = [&](std::uint32_t point) {
    const double distance = squared_distance(vector, (*this)[point]);
    if (distance > found.distance || (distance == found.distance && point > found.point)) return;
    found = {distance, point};
  };
  if (end - begin <= leaf_points) {
    for (std::size_t i = begin; i < end; ++i) look_at(order_[i]);
    return;
  }
  const std::size_t middle = begin + (end - begin) / 2;
  const std::uint32_t axis = axes_[middle];
  const double gap = gap_between(vector[axis], (*this)[order_[middle]][axis]);
  look_at(order_[middle]);
  const auto search_half = [&](bool lower) {
    search(lower ? begin : middle + 1, lower ? middle : end, vector, found);
  };
  search_half(gap < 0);
  // Rounding keeps the order of what it rounds, so nothing beyond the plane is computed to be nearer than
  // this; a point at the same distance may have a lesser index.
  if (gap * gap <= found.distance) search_half(gap >= 0);
}

}  // namespace skerry
