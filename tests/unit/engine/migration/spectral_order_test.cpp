#include "engine/similarity/spectral_similarity.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

using Distance = std::function<double(std::size_t, std::size_t)>;

std::vector<double> matrix(std::size_t rows, std::size_t columns, const Distance& distance) {
  std::vector<double> distances(rows * columns);
  for (std::size_t a = 0; a < rows; ++a) {
    for (std::size_t b = 0; b < columns; ++b) distances[a * columns + b] = distance(a, b);
  }
  return distances;
}

SpectralOrder order_of(std::size_t sampled, const Distance& distance, std::size_t first = 0) {
  return spectral_order(matrix(sampled, sampled, distance), sampled, first);
}

std::vector<double> values_of(const SpectralOrder& order, std::size_t individuals, const Distance& distance) {
  std::vector<double> values(individuals);
  extend(order, matrix(order.sampled, individuals, distance), values);
  return values;
}

TEST(SpectralSample, IsSharedByTheSizesOfTheIslands) {
  EXPECT_EQ(sample_counts(std::vector<std::size_t>{3, 5}), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(sample_counts(std::vector<std::size_t>{100, 300}), (std::vector<std::size_t>{16, 48}));
  for (auto&& [seed, random] : seeds(200)) {
    std::vector<std::size_t> sizes(1 + random.below(seed % 5 == 0 ? 200 : 9));
    for (std::size_t& size : sizes) size = 1 + random.below(60);
    const auto everyone = std::reduce(sizes.begin(), sizes.end());
    const auto counts = sample_counts(sizes);
    const auto sampled = std::reduce(counts.begin(), counts.end());
    EXPECT_EQ(sampled, std::min(everyone, most_sampled));
    EXPECT_GE(counts[0], 1U);
    for (std::size_t island = 0; island < sizes.size(); ++island) {
      const double share = static_cast<double>(sizes[island] * sampled) / static_cast<double>(everyone);
      EXPECT_LE(counts[island], sizes[island]);
      EXPECT_LE(std::abs(static_cast<double>(counts[island]) - share), 1);
    }
  }
}

TEST(SpectralSample, StandsEvenlyOverARanking) {
  EXPECT_EQ(sample_slots(10, 4), (std::vector<std::size_t>{0, 2, 5, 7}));
  EXPECT_EQ(sample_slots(3, 3), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(sample_slots(7, 0), std::vector<std::size_t>{});
}

TEST(SpectralOrder, SeparatesTwoClusters) {
  for (auto&& [seed, random] : seeds(50)) {
    const std::size_t individuals = 80;
    const std::size_t sampled = 4 + random.below(60);
    std::vector<bool> second(individuals);
    for (std::size_t i = 0; i < individuals; ++i) second[i] = i > 1 ? random.below(3) == 0 : i == 1;
    std::vector<double> noise(individuals * individuals);
    for (double& value : noise) value = 0.2 * random.uniform();
    const Distance distance = [&](std::size_t a, std::size_t b) {
      if (a == b) return 0.0;
      return (second[a] == second[b] ? 0.1 : 0.6) + noise[std::min(a, b) * individuals + std::max(a, b)];
    };
    const std::size_t first = random.below(2);
    const auto order = order_of(sampled, distance, first);
    EXPECT_LT(order.entries[first], 0);
    const auto values = values_of(order, individuals, distance);
    for (std::size_t i = 0; i < individuals; ++i) {
      EXPECT_LE(std::abs(values[i]), 1);
      EXPECT_EQ(values[i] < 0, second[i] == second[first]) << "individual " << i << " of value " << values[i];
    }
  }
}

TEST(SpectralOrder, KeepsEachOfSeveralClustersTogether) {
  const Distance distance = [](std::size_t a, std::size_t b) {
    return std::abs(static_cast<double>(a % 4) - static_cast<double>(b % 4)) / 3;
  };
  const auto order = order_of(20, distance, 3);
  auto values = values_of(order, 20, distance);
  EXPECT_LT(values[3], values[2] - 0.1) << "clusters on a line stand in its order";
  EXPECT_LT(values[2], values[1] - 0.1);
  EXPECT_LT(values[1], values[0] - 0.1);
  for (std::size_t i = 4; i < values.size(); ++i) EXPECT_NEAR(values[i], values[i % 4], 1e-12);
}

TEST(SpectralOrder, IsAnEigenvectorOfTheRandomWalk) {
  const std::size_t n = 30;
  const Distance distance = [](std::size_t a, std::size_t b) {
    const double gap = std::abs(static_cast<double>(a) - static_cast<double>(b)) / 60;
    return gap + ((a < 10) == (b < 10) ? 0 : 0.3);
  };
  const auto order = order_of(n, distance);
  double mean = 0;
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = 0; b < a; ++b) mean += distance(a, b) / (n * (n - 1) / 2);
  }
  EXPECT_NEAR(order.scale, mean, 1e-12);
  // The extension is one more step of the walk, so it multiplies each entry by the same eigenvalue.
  const auto walked = values_of(order, n, distance);
  const double eigenvalue = walked[0] / order.entries[0];
  EXPECT_GT(eigenvalue, 0.05);
  EXPECT_LT(eigenvalue, 1);
  for (std::size_t a = 0; a < n; ++a) EXPECT_NEAR(walked[a], eigenvalue * order.entries[a], 1e-9);
}

TEST(SpectralOrder, OfEqualIndividualsIsNone) {
  const Distance none = [](std::size_t, std::size_t) { return 0; };
  for (const std::size_t sampled : {1U, 2U, 64U}) {
    const auto order = order_of(sampled, none);
    EXPECT_EQ(order.scale, 0);
    EXPECT_EQ(values_of(order, 5, [](std::size_t, std::size_t i) { return 0.2 * static_cast<double>(i); }),
              std::vector<double>(5, 0));
  }
  EXPECT_EQ(values_of(SpectralOrder{}, 3, none), std::vector<double>(3, 0)) << "a sample of nobody";
}

TEST(SpectralOrder, BearsAnyDistances) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double odd[] = {nan, infinity, -infinity, -1, 0, 1e-320, 1e-12, 0.5, 1, 7};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::size_t sampled = 1 + random.below(64);
    const std::uint32_t kinds = 1 + random.below(10);
    const std::uint32_t from = random.below(10);
    const Distance distance = [&](std::size_t, std::size_t) {
      return odd[(from + random.below(kinds)) % 10];
    };
    const auto distances = matrix(sampled, sampled, distance);
    const auto order = spectral_order(distances, sampled, sampled - 1);
    EXPECT_EQ(order, spectral_order(distances, sampled, sampled - 1)) << "seed " << seed;
    EXPECT_LE(order.entries[sampled - 1], 0);
    for (const double value : values_of(order, 20, distance)) {
      EXPECT_TRUE(value >= -1 && value <= 1) << "seed " << seed << ", value " << value;
    }
  }
}

TEST(SpectralOrder, CutsPartsThatHaveNothingInCommon) {
  const Distance distance = [](std::size_t a, std::size_t b) { return a % 2 == b % 2 ? 0 : 1; };
  const auto order = order_of(64, distance);
  for (std::size_t a = 0; a < 64; ++a) EXPECT_NEAR(order.entries[a], a % 2 == 0 ? -1 : 1, 1e-12);
}

}  // namespace
}  // namespace skerry
