#include "skerry/detail/archives/map_cells.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace skerry {

namespace {

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

/// Throws UsageError for more cells than most_map_cells; no product overflows on the way.
std::size_t cells_of_grid(const std::vector<Feature>& features) {
  check_features(features);
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
  return cells;
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

std::vector<double> tessellate(const TessellationSettings& settings, Random& random) {
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

MapCells::MapCells(const std::vector<Feature>& features)
    : features_(features), size_(cells_of_grid(features)) {}

MapCells::MapCells(const std::vector<Feature>& features, std::size_t centroids, std::uint64_t seed)
    : features_(features), size_(centroids) {
  check_features(features);
  Random random(seed, 0, Purpose::tessellation);
  centroids_.emplace(
      tessellate({.features = features.size(), .cells = centroids, .samples = 25 * centroids}, random),
      features.size());
}

std::optional<std::size_t> MapCells::cell_of(std::span<const double> features) const {
  if (std::ranges::any_of(features, [](double value) { return std::isnan(value); })) return std::nullopt;
  return centroids_ ? nearest_centroid(features) : cell_of_grid(features);
}

std::size_t MapCells::cell_of_grid(std::span<const double> features) const {
  std::size_t cell = 0;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Feature& axis = features_[i];
    const auto intervals = static_cast<double>(axis.cells);
    // Of a value outside, the place may overflow to infinity, which is at that end, too.
    const double place = (features[i] - axis.least) / (axis.most - axis.least) * intervals;
    cell = cell * axis.cells + static_cast<std::size_t>(std::clamp(place, 0.0, intervals - 1));
  }
  return cell;
}

std::size_t MapCells::nearest_centroid(std::span<const double> features) const {
  std::array<double, few> fixed{};
  std::vector<double> many;
  if (features.size() > few) many.resize(features.size());
  const std::span<double> scaled =
      features.size() > few ? std::span(many) : std::span(fixed).first(features.size());
  for (std::size_t i = 0; i < features.size(); ++i)
    scaled[i] = (features[i] - features_[i].least) / (features_[i].most - features_[i].least);
  return centroids_->find(scaled);
}

std::vector<Interval<double>> MapCells::intervals_of(std::size_t cell) const {
  if (centroids_) return {};
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
  for (std::size_t cell = 0; centroids_ && cell < size_; ++cell) {
    const auto centroid = (*centroids_)[cell];
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

}  // namespace skerry
