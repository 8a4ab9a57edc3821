#include "skerry/detail/archives/map_cells.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

std::vector<double> made_centroids(const TessellationSettings& settings, std::uint64_t seed = 1) {
  Random random(seed);
  return tessellate(settings, random);
}

/// Returns the mean squared distance of uniform points to their centroids.
double distortion(const TessellationSettings& settings) {
  const NearestPoint centroids(made_centroids(settings), settings.features);
  constexpr int points = 4000;
  Random random(99);
  std::vector<double> point(settings.features);
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    for (double& value : point) value = random.uniform();
    const auto centroid = centroids[centroids.find(point)];
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

TEST(Tessellation, AgreesWithScans) {
  // Where there are few samples for each cell, a cell may lose all of them.
  for (auto&& [seed, random] : seeds(300)) {
    const std::size_t cells = 1 + random.below(20);
    const TessellationSettings settings{.features = 1 + random.below(6),
                                        .cells = cells,
                                        .samples = cells + random.below(60),
                                        .iterations = 1 + random.below(20)};
    EXPECT_EQ(made_centroids(settings, seed), scanned_tessellation(settings, seed)) << "seed " << seed;
  }
}

TEST(Tessellation, IsTheSameOnEveryMachine) {
  const auto centroids = made_centroids({.features = 3, .cells = 50, .samples = 2000});
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const double value : centroids) hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x100000001b3U;
  EXPECT_EQ(hash, 7'161'935'875'647'747'712U);
  EXPECT_NE(made_centroids({.features = 3, .cells = 50, .samples = 2000}, 2), centroids);
}

TEST(Tessellation, IsEven) {
  TessellationSettings settings{.features = 2, .cells = 100, .samples = 5000};
  const auto centroids = made_centroids(settings);
  ASSERT_EQ(centroids.size(), 200U);
  for (const double value : centroids) EXPECT_TRUE(value > 0 && value < 1) << value;
  // Hexagons of area 1 / 100 have 5 sqrt(3) / 54 / 100 = 0.0016; the 100 random points have twice as much.
  EXPECT_LT(distortion(settings), 0.0019);
  settings.samples = 100;
  EXPECT_GT(distortion(settings), 0.0025);
}

TEST(Tessellation, OfASingleCellIsTheMiddle) {
  for (const double value : made_centroids({.features = 4, .cells = 1, .samples = 10'000}))
    EXPECT_NEAR(value, 0.5, 0.02);
}

}  // namespace
}  // namespace skerry
