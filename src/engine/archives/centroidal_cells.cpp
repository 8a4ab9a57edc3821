#include "skerry/archives/centroidal_cells.hpp"

#include "skerry/error.hpp"
#include "skerry/exact_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

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

}  // namespace

CentroidalCells::CentroidalCells(const TessellationSettings& settings, Random& random)
    : centroids_(tessellate(settings, random), settings.features) {}

CentroidalCells::CentroidalCells(std::span<const double> centroids, std::size_t features)
    : centroids_(expect_centroids(centroids, features), features) {}

std::optional<std::size_t> CentroidalCells::cell_of(std::span<const double> features) const {
  if (std::ranges::any_of(features, [](double value) { return std::isnan(value); })) return std::nullopt;
  return centroids_.find(features);
}

}  // namespace skerry
