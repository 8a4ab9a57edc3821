#include "skerry/detail/archives/map_cells.hpp"
#include "skerry/error.hpp"
#include "skerry/random.hpp"

#include "unit/app/config/message.hpp"

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

using FeatureVector = std::vector<double>;

constexpr double unbounded = std::numeric_limits<double>::infinity();
constexpr double no_feature = std::numeric_limits<double>::quiet_NaN();

std::string grid_refusal(const std::vector<GridAxis>& axes) {
  return message_of<UsageError>([&] { GridCells{axes}; });
}

std::vector<GridAxis> random_axes(Random& random) {
  std::vector<GridAxis> axes(1 + random.below(4));
  for (GridAxis& axis : axes) {
    axis.lower = 20 * random.uniform() - 10;
    axis.upper = axis.lower + 0.1 + 5 * random.uniform();
    axis.bins = 1 + random.below(9);
  }
  return axes;
}

/// Returns the bin of a cell in each feature.
std::vector<std::uint32_t> bins_of(std::size_t cell, const std::vector<GridAxis>& axes) {
  std::vector<std::uint32_t> bins(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    bins[i] = static_cast<std::uint32_t>(cell % axes[i].bins);
    cell /= axes[i].bins;
  }
  EXPECT_EQ(cell, 0U);
  return bins;
}

FeatureVector centre_of(std::size_t cell, const std::vector<GridAxis>& axes) {
  const auto bins = bins_of(cell, axes);
  FeatureVector centre;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto& [lower, upper, count] = axes[i];
    centre.push_back(lower + (upper - lower) * ((bins[i] + 0.5) / count));
  }
  return centre;
}

TEST(GridCells, AreThoseByHand) {
  const GridCells grid({{.lower = 0, .upper = 10, .bins = 5}, {.lower = -1, .upper = 1, .bins = 4}});
  EXPECT_EQ(grid.size(), 20U);
  EXPECT_EQ(grid.cell_of(FeatureVector{0, -1}), 0U);
  EXPECT_EQ(grid.cell_of(FeatureVector{3, 0.9}), 7U) << "the last feature changes fastest";
  EXPECT_EQ(grid.cell_of(FeatureVector{4, 0}), 10U) << "an edge belongs to the upper bin";
  EXPECT_EQ(grid.cell_of(FeatureVector{10, 1}), 19U) << "but the last one to the last bin";
}

TEST(GridCells, HoldTheirCentreAndWhatLiesWithinHalfAWidthOfIt) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const auto axes = random_axes(random);
    const GridCells grid(axes);
    for (std::size_t cell = 0; cell < grid.size(); ++cell)
      ASSERT_EQ(grid.cell_of(centre_of(cell, axes)), cell);
    FeatureVector features(axes.size());
    for (int i = 0; i < 50; ++i) {
      for (std::size_t j = 0; j < axes.size(); ++j) {
        features[j] = axes[j].lower + random.uniform() * (axes[j].upper - axes[j].lower);
      }
      const auto cell = grid.cell_of(features);
      ASSERT_LT(cell.value(), grid.size());
      const FeatureVector centre = centre_of(*cell, axes);
      for (std::size_t j = 0; j < axes.size(); ++j) {
        EXPECT_LE(std::abs(features[j] - centre[j]),
                  (axes[j].upper - axes[j].lower) / axes[j].bins / 2 + 1e-9);
      }
    }
  }
}

TEST(GridCells, TakeValuesOutsideIntoTheirEdges) {
  const GridCells grid({{.lower = 1, .upper = 2, .bins = 3}});
  for (const double below : {0.9, -1e308, -unbounded}) EXPECT_EQ(grid.cell_of(FeatureVector{below}), 0U);
  for (const double above : {2.0, 2.1, 1e308, unbounded}) EXPECT_EQ(grid.cell_of(FeatureVector{above}), 2U);
  EXPECT_EQ(grid.cell_of(FeatureVector{no_feature}), std::nullopt);
}

TEST(GridCells, RefuseWhatIsNoGrid) {
  EXPECT_EQ(grid_refusal({}), "a grid has no features; it has at least 1");
  EXPECT_EQ(grid_refusal({{0, 1, 2}, {0, 1, 0}}), "the number of bins of feature 1 is 0; it is at least 1");
  EXPECT_EQ(grid_refusal({{2, 2, 1}}),
            "the bounds of feature 0 are [2, 2]; a lower bound is below the upper one");
  for (const double bound : {no_feature, unbounded}) {
    EXPECT_NE(grid_refusal({{0, bound, 1}}).find("are finite numbers"), std::string::npos);
  }
  EXPECT_NE(grid_refusal({{-1e308, 1e308, 1}}).find("are finite numbers"), std::string::npos);
  EXPECT_EQ(grid_refusal({{0, 1, 65'536}, {0, 1, 65'536}}), "no error");
  EXPECT_EQ(grid_refusal({{0, 1, 65'536}, {0, 1, 65'537}}),
            "the number of bins of feature 1 is 65537; a grid has at most 4294967296 cells, and the features "
            "before have 65536 already");
}

}  // namespace
}  // namespace skerry
