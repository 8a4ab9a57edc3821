#include "skerry/detail/archives/map_cells.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

CentroidalCells made_cells(const TessellationSettings& settings, std::uint64_t seed = 1) {
  Random random(seed);
  return {settings, random};
}

std::vector<double> all_centroids(const CentroidalCells& cells) {
  std::vector<double> all;
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    all.insert(all.end(), cells.centroid(cell).begin(), cells.centroid(cell).end());
  }
  return all;
}

/// Returns the mean squared distance of uniform points to their centroids.
double distortion(const CentroidalCells& cells) {
  constexpr int points = 4000;
  Random random(99);
  std::vector<double> point(cells.features());
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    for (double& value : point) value = random.uniform();
    const auto centroid = cells.centroid(cells.cell_of(point).value());
    for (std::size_t j = 0; j < point.size(); ++j) sum += std::pow(point[j] - centroid[j], 2) / points;
  }
  return sum;
}

/// A tessellation by definition, with scans.
std::vector<double> scanned_tessellation(const TessellationSettings& settings, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::vector<double>> samples(settings.samples, std::vector<double>(settings.features));
  for (auto& sample : samples) {
    for (double& value : sample) value = random.uniform();
  }
  std::vector<std::vector<double>> centroids(samples.begin(),
                                             samples.begin() + static_cast<std::ptrdiff_t>(settings.cells));
  for (std::size_t iteration = 0; iteration < settings.iterations; ++iteration) {
    std::vector<std::vector<double>> sums(settings.cells, std::vector<double>(settings.features, 0));
    std::vector<double> counts(settings.cells, 0);
    for (const auto& sample : samples) {
      std::vector<double> distances;
      for (const auto& centroid : centroids) {
        double& distance = distances.emplace_back(0);
        for (std::size_t i = 0; i < sample.size(); ++i) {
          distance += (sample[i] - centroid[i]) * (sample[i] - centroid[i]);
        }
      }
      const auto cell = static_cast<std::size_t>(std::ranges::min_element(distances) - distances.begin());
      for (std::size_t i = 0; i < sample.size(); ++i) sums[cell][i] += sample[i];
      ++counts[cell];
    }
    for (std::size_t cell = 0; cell < settings.cells; ++cell) {
      for (std::size_t i = 0; i < settings.features && counts[cell] > 0; ++i) {
        centroids[cell][i] = sums[cell][i] / counts[cell];
      }
    }
  }
  std::vector<double> all;
  for (const auto& centroid : centroids) all.insert(all.end(), centroid.begin(), centroid.end());
  return all;
}

TEST(CentroidalCells, AgreeWithScans) {
  // Where there are few samples for each cell, a cell may lose all of them.
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const std::size_t cells = 1 + random.below(20);
    const TessellationSettings settings{.features = 1 + random.below(6),
                                        .cells = cells,
                                        .samples = cells + random.below(60),
                                        .iterations = 1 + random.below(20)};
    EXPECT_EQ(all_centroids(made_cells(settings, seed)), scanned_tessellation(settings, seed))
        << "seed " << seed;
  }
}

TEST(CentroidalCells, AreTheSameOnEveryMachine) {
  const auto centroids = all_centroids(made_cells({.features = 3, .cells = 50, .samples = 2000}));
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const double value : centroids) hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3U;
  EXPECT_EQ(hash, 7'161'935'875'647'747'712U);
  EXPECT_NE(all_centroids(made_cells({.features = 3, .cells = 50, .samples = 2000}, 2)), centroids);
}

TEST(CentroidalCells, AreEvenAndHoldTheirCentroids) {
  const TessellationSettings settings{.features = 2, .cells = 100, .samples = 5000};
  const auto cells = made_cells(settings);
  ASSERT_EQ(cells.size(), 100U);
  EXPECT_EQ(cells.features(), 2U);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    EXPECT_EQ(cells.cell_of(cells.centroid(cell)), cell);
    for (const double value : cells.centroid(cell)) EXPECT_TRUE(value > 0 && value < 1) << value;
  }
  // Hexagons of area 1 / 100 have 5 sqrt(3) / 54 / 100 = 0.0016; the 100 random points have twice as much.
  EXPECT_LT(distortion(cells), 0.0019);
  TessellationSettings rough = settings;
  rough.samples = 100;
  EXPECT_GT(distortion(made_cells(rough)), 0.0025);
}

TEST(CentroidalCells, OfASingleCellAreTheMiddle) {
  const auto cells = made_cells({.features = 4, .cells = 1, .samples = 10'000});
  for (const double value : cells.centroid(0)) EXPECT_NEAR(value, 0.5, 0.02);
}

TEST(CentroidalCells, ComeBackFromTheirCentroids) {
  const auto cells = made_cells({.features = 3, .cells = 64, .samples = 640, .iterations = 5});
  const CentroidalCells again(all_centroids(cells), 3);
  EXPECT_EQ(all_centroids(again), all_centroids(cells));
  Random random(4);
  std::vector<double> point(3);
  for (int i = 0; i < 1000; ++i) {
    for (double& value : point) value = 1.4 * random.uniform() - 0.2;
    EXPECT_EQ(again.cell_of(point), cells.cell_of(point));
  }
  EXPECT_EQ(cells.cell_of(std::vector<double>{0.5, std::nan(""), 0.5}), std::nullopt);
}

TEST(CentroidalCells, RefuseWhatIsNoTessellation) {
  for (const TessellationSettings& settings :
       {TessellationSettings{.features = 0}, TessellationSettings{.cells = 0},
        TessellationSettings{.iterations = 0}, TessellationSettings{.cells = 10, .samples = 9}}) {
    EXPECT_THROW(made_cells(settings), UsageError);
  }
  using Centroids = std::vector<double>;
  EXPECT_THROW(CentroidalCells(Centroids{}, 2), UsageError);
  EXPECT_THROW(CentroidalCells(Centroids{0.5, 0.5, 0.5}, 2), UsageError);
  EXPECT_THROW(CentroidalCells(Centroids{0.5, 1.5}, 2), UsageError);
  EXPECT_THROW(CentroidalCells(Centroids{0.5, std::nan("")}, 2), UsageError);
  EXPECT_THROW(CentroidalCells(Centroids{0.5}, 0), UsageError);
}

}  // namespace
}  // namespace skerry
