#include "skerry/archives/map_cells.hpp"

#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include <array>
#include <string>
#include <utility>

namespace skerry {
namespace {

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

}  // namespace

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

}  // namespace skerry
