#include "skerry/detail/archives/map_cells.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

std::size_t scanned_nearest(const std::vector<double>& points, const std::vector<double>& vector) {
  const std::size_t dimensions = vector.size();
  double least = std::numeric_limits<double>::infinity();
  std::size_t nearest = 0;
  for (std::size_t point = 0; point < points.size() / dimensions; ++point) {
    double distance = 0;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const double gap = std::clamp(vector[i], 0.0, 1.0) - points[point * dimensions + i];
      distance += gap * gap;
    }
    if (distance >= least) continue;
    least = distance;
    nearest = point;
  }
  return nearest;
}

TEST(NearestPoint, AgreesWithAScan) {
  for (auto&& [seed, random] : seeds(200)) {
    const std::size_t dimensions = 1 + random.below(seed % 4 == 0 ? 12 : 4);
    // Half of the cases are on a coarse grid, where many points are equal or as near as each other.
    const auto coordinate = [number = std::uint32_t{seed}, &random = random] {
      return number % 2 == 0 ? random.uniform() : 0.25 * random.below(5);
    };
    std::vector<double> points(dimensions * (1 + random.below(300)));
    for (double& value : points) value = coordinate();
    const NearestPoint nearest(points, dimensions);
    std::vector<double> vector(dimensions);
    for (int i = 0; i < 100; ++i) {
      for (double& value : vector) value = i % 3 == 0 ? 3 * random.uniform() - 1 : coordinate();
      ASSERT_EQ(nearest.find(vector), scanned_nearest(points, vector));
    }
  }
}

TEST(NearestPoint, BearsInfiniteVectors) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const NearestPoint nearest(std::vector<double>{0.5, 0.5, 0.1, 0.9, 0.9, 0.1}, 2);
  EXPECT_EQ(nearest.find(std::vector<double>{-infinite, infinite}), 1U);
  EXPECT_EQ(nearest.find(std::vector<double>{1e300, -1e300}), 2U);
}

}  // namespace
}  // namespace skerry
