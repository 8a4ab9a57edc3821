#include "skerry/detail/archives/map_cells.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

namespace skerry {

namespace {

void expect_settings(const TessellationSettings& settings) {
  const auto expect_some = [](std::size_t number, const char* of) {
    if (number == 0) throw UsageError(std::string("a tessellation has 0 ") + of + "; it has at least 1");
  };
  expect_some(settings.features, "features");
  expect_some(settings.cells, "cells");
  expect_some(settings.iterations, "iterations");
  if (settings.samples < settings.cells) {
    throw UsageError("a tessellation of " + std::to_string(settings.cells) + " cells has " +
                     std::to_string(settings.samples) + " samples; it has at least one for each cell");
  }
}

/// Moves each centroid to the mean of its samples; one without samples stays.
void move_centroids(std::span<const double> samples, std::span<const std::size_t> cells, std::size_t features,
                    std::span<double> centroids) {
  std::vector<double> sums(centroids.size(), 0);
  std::vector<std::size_t> counts(centroids.size() / features, 0);
  for (std::size_t sample = 0; sample < cells.size(); ++sample) {
    for (std::size_t feature = 0; feature < features; ++feature) {
      sums[cells[sample] * features + feature] += samples[sample * features + feature];
    }
    ++counts[cells[sample]];
  }
  for (std::size_t i = 0; i < centroids.size(); ++i) {
    const std::size_t count = counts[i / features];
    if (count > 0) centroids[i] = sums[i] / static_cast<double>(count);
  }
}

std::vector<double> tessellate(const TessellationSettings& settings, Random& random) {
  expect_settings(settings);
  const std::size_t features = settings.features;
  std::vector<double> samples(settings.samples * features);
  for (double& value : samples) value = random.uniform();
  std::vector<double> centroids(samples.begin(),
                                samples.begin() + static_cast<std::ptrdiff_t>(settings.cells * features));
  std::vector<std::size_t> cells(settings.samples, settings.cells);
  for (std::size_t iteration = 0; iteration < settings.iterations; ++iteration) {
    const NearestPoint nearest(centroids, features);
    bool changed = false;
    for (std::size_t sample = 0; sample < settings.samples; ++sample) {
      const std::size_t cell = nearest.find(std::span(samples).subspan(sample * features, features));
      changed |= cell != cells[sample];
      cells[sample] = cell;
    }
    if (!changed) break;
    move_centroids(samples, cells, features, centroids);
  }
  return centroids;
}

std::span<const double> expect_centroids(std::span<const double> centroids, std::size_t features) {
  if (features == 0 || centroids.empty() || centroids.size() % features != 0) {
    throw UsageError(
        "the centroids of a tessellation of " + std::to_string(features) + " features are " +
        std::to_string(centroids.size()) +
        " numbers; there are at least 1 feature and 1 cell, and a number for each feature of each");
  }
  const auto outside = std::ranges::find_if_not(centroids, [](double v) { return v >= 0 && v <= 1; });
  if (outside != centroids.end()) {
    throw UsageError("a coordinate of a centroid is " + exact_text(*outside) + "; it lies in [0, 1]");
  }
  return centroids;
}

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

/// Throws UsageError for more cells than most_map_cells; no product overflows on the way.
void expect_few_cells(const std::vector<Feature>& features) {
  std::uint64_t cells = 1;
  for (const Feature& feature : features) {
    if (feature.cells > most_map_cells / cells) {
      throw UsageError("feature \"" + feature.name + "\" has " + std::to_string(feature.cells) +
                       " cells, and the features before have " + std::to_string(cells) +
                       "; a map has at most " + std::to_string(most_map_cells) +
                       ", and one of many features has cells = \"centroidal\"");
    }
    cells *= feature.cells;
  }
}

GridCells grid_of(const std::vector<Feature>& features) {
  check_features(features);
  expect_few_cells(features);
  std::vector<GridAxis> axes;
  axes.reserve(features.size());
  for (const Feature& feature : features)
    axes.push_back({feature.least, feature.most, static_cast<std::uint32_t>(feature.cells)});
  return GridCells(std::move(axes));
}

CentroidalCells tessellation_of(const std::vector<Feature>& features, std::size_t cells, std::uint64_t seed) {
  check_features(features);
  Random random(seed, 0, Purpose::tessellation);
  return {{.features = features.size(), .cells = cells, .samples = 25 * cells}, random};
}

/// The most features for which no memory is allocated.
constexpr std::size_t few = 16;

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

CentroidalCells::CentroidalCells(const TessellationSettings& settings, Random& random)
    : centroids_(tessellate(settings, random), settings.features) {}

CentroidalCells::CentroidalCells(std::span<const double> centroids, std::size_t features)
    : centroids_(expect_centroids(centroids, features), features) {}

std::optional<std::size_t> CentroidalCells::cell_of(std::span<const double> features) const {
  if (std::ranges::any_of(features, [](double value) { return std::isnan(value); })) return std::nullopt;
  return centroids_.find(features);
}

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

MapCells::MapCells(const std::vector<Feature>& features) : features_(features), cells_(grid_of(features)) {}

MapCells::MapCells(const std::vector<Feature>& features, std::size_t centroids, std::uint64_t seed)
    : features_(features), cells_(tessellation_of(features, centroids, seed)) {}

std::size_t MapCells::size() const {
  return std::visit([](const auto& cells) { return cells.size(); }, cells_);
}

std::optional<std::size_t> MapCells::cell_of(std::span<const double> features) const {
  if (const auto* grid = std::get_if<GridCells>(&cells_)) return grid->cell_of(features);
  std::array<double, few> fixed{};
  std::vector<double> many;
  if (features.size() > few) many.resize(features.size());
  const std::span<double> scaled =
      features.size() > few ? std::span(many) : std::span(fixed).first(features.size());
  for (std::size_t i = 0; i < features.size(); ++i)
    scaled[i] = (features[i] - features_[i].least) / (features_[i].most - features_[i].least);
  return std::get<CentroidalCells>(cells_).cell_of(scaled);
}

std::vector<Interval<double>> MapCells::intervals_of(std::size_t cell) const {
  if (!std::holds_alternative<GridCells>(cells_)) return {};
  std::vector<Interval<double>> intervals(
      features_.size(), {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
  for (std::size_t axis = features_.size(); axis-- > 0; cell /= features_[axis].cells) {
    const Feature& feature = features_[axis];
    const std::size_t place = cell % feature.cells;
    const double width = (feature.most - feature.least) / static_cast<double>(feature.cells);
    if (place > 0) intervals[axis].lower = feature.least + static_cast<double>(place) * width;
    if (place + 1 < feature.cells)
      intervals[axis].upper = feature.least + static_cast<double>(place + 1) * width;
  }
  return intervals;
}

std::optional<std::size_t> MapCells::beside(std::size_t cell, std::size_t axis, bool up) const {
  std::size_t step = 1;
  for (std::size_t later = axis + 1; later < features_.size(); ++later) step *= features_[later].cells;
  const std::size_t place = cell / step % features_[axis].cells;
  if (up ? place + 1 == features_[axis].cells : place == 0) return std::nullopt;
  return up ? cell + step : cell - step;
}

std::vector<double> MapCells::centroids() const {
  std::vector<double> all;
  const auto* tessellation = std::get_if<CentroidalCells>(&cells_);
  for (std::size_t cell = 0; tessellation != nullptr && cell < tessellation->size(); ++cell) {
    const auto centroid = tessellation->centroid(cell);
    for (std::size_t i = 0; i < centroid.size(); ++i)
      all.push_back(features_[i].least + centroid[i] * (features_[i].most - features_[i].least));
  }
  return all;
}

struct NearestPoint::Found {
  double distance = std::numeric_limits<double>::infinity();  // squared
  std::uint32_t point = std::numeric_limits<std::uint32_t>::max();
};

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

double coverage(std::span<const double> fitness) {
  const auto filled = std::ranges::count_if(fitness, [](double value) { return !std::isnan(value); });
  return static_cast<double>(filled) / static_cast<double>(fitness.size());
}

double qd_score(std::span<const double> fitness, double worst, Direction direction) {
  double sum = 0;
  for (const double value : fitness) {
    const double worth = direction == Direction::maximise ? value - worst : worst - value;
    if (worth > 0) sum += worth;  // not for NaN
  }
  return sum;
}

}  // namespace skerry
