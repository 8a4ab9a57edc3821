#include "skerry/archives/grid_cells.hpp"

#include "skerry/error.hpp"
#include "skerry/exact_text.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace skerry {

namespace {

void expect_axis(const GridAxis& axis, std::size_t feature) {
  const std::string place = " of feature " + std::to_string(feature);
  const bool finite = std::isfinite(axis.upper - axis.lower);
  if (!finite || axis.lower >= axis.upper) {
    throw UsageError("the bounds" + place + " are [" + exact_text(axis.lower) + ", " +
                     exact_text(axis.upper) + "]; " +
                     (finite ? "a lower bound is below the upper one"
                             : "bounds and the distance between them are finite numbers"));
  }
  if (axis.bins == 0) throw UsageError("the number of bins" + place + " is 0; it is at least 1");
}

}  // namespace

GridCells::GridCells(std::vector<GridAxis> axes) : axes_(std::move(axes)) {
  if (axes_.empty()) throw UsageError("a grid has no features; it has at least 1");
  for (std::size_t feature = 0; feature < axes_.size(); ++feature) {
    expect_axis(axes_[feature], feature);
    const std::size_t before = std::exchange(size_, size_ * axes_[feature].bins);  // at most 2^64 - 2^32
    if (size_ > most_grid_cells) {
      throw UsageError("the number of bins of feature " + std::to_string(feature) + " is " +
                       exact_text(axes_[feature].bins) + "; a grid has at most 4294967296 cells, and the " +
                       "features before have " + std::to_string(before) + " already");
    }
  }
}

std::optional<std::size_t> GridCells::cell_of(std::span<const double> features) const {
  std::size_t cell = 0;
  for (std::size_t feature = 0; feature < axes_.size(); ++feature) {
    const auto& [lower, upper, bins] = axes_[feature];
    if (std::isnan(features[feature])) return std::nullopt;
    // Of a value outside, the place may overflow to infinity, which is at that edge, too.
    const double place = (features[feature] - lower) / (upper - lower) * bins;
    const double bin = std::clamp(place, 0.0, static_cast<double>(bins - 1));
    cell = cell * bins + static_cast<std::size_t>(bin);
  }
  return cell;
}

void GridCells::write_coordinates(std::size_t cell, std::span<std::uint32_t> bins) const {
  for (std::size_t feature = axes_.size(); feature-- > 0;) {
    bins[feature] = static_cast<std::uint32_t>(cell % axes_[feature].bins);
    cell /= axes_[feature].bins;
  }
}

void GridCells::write_centre(std::size_t cell, std::span<double> features) const {
  for (std::size_t feature = axes_.size(); feature-- > 0;) {
    const auto& [lower, upper, bins] = axes_[feature];
    const double middle = static_cast<double>(cell % bins) + 0.5;
    features[feature] = lower + (upper - lower) * (middle / bins);
    cell /= bins;
  }
}

}  // namespace skerry
