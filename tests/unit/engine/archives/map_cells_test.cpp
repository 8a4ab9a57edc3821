#include "skerry/detail/archives/map_cells.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

std::vector<Feature> two_features(std::uint64_t first, std::uint64_t second) {
  return {{.name = "price", .least = -10, .most = 30, .cells = first},
          {.name = "weight", .least = 0, .most = 2, .cells = second}};
}

std::string refusal_of(const std::vector<Feature>& features) {
  return message_of<UsageError>([&] { MapCells{features}; });
}

TEST(MapCells, NumbersTheCellsOfAGridWithTheLastFeatureFastest) {
  const MapCells cells(two_features(4, 5));
  EXPECT_EQ(cells.size(), 20U);
  EXPECT_EQ(cells.cell_of(std::vector{-9.0, 0.1}), 0U);
  EXPECT_EQ(cells.cell_of(std::vector{-9.0, 1.9}), 4U);
  EXPECT_EQ(cells.cell_of(std::vector{29.0, 0.1}), 15U);
  EXPECT_TRUE(cells.centroids().empty());
}

TEST(MapCells, KnowsTheIntervalsOfACellAndTheCellsBesideIt) {
  const MapCells cells(two_features(4, 5));
  const double infinite = std::numeric_limits<double>::infinity();
  const auto intervals = cells.intervals_of(5 + 4);  // the second price, the last weight
  ASSERT_EQ(intervals.size(), 2U);
  EXPECT_EQ(intervals[0].lower, 0);
  EXPECT_EQ(intervals[0].upper, 10);
  EXPECT_DOUBLE_EQ(intervals[1].lower, 1.6);
  EXPECT_EQ(intervals[1].upper, infinite);
  EXPECT_EQ(cells.beside(9, 0, true), 14U);
  EXPECT_EQ(cells.beside(9, 0, false), 4U);
  EXPECT_EQ(cells.beside(9, 1, true), std::nullopt);
  EXPECT_EQ(cells.beside(9, 1, false), 8U);
  EXPECT_EQ(cells.beside(4, 0, false), std::nullopt);
  EXPECT_TRUE(MapCells(two_features(1, 1), 20, 3).intervals_of(0).empty());
}

TEST(MapCells, PutsAnEdgeIntoTheUpperInterval) {
  const MapCells grid(
      {{.name = "a", .least = 0, .most = 10, .cells = 5}, {.name = "b", .least = -1, .most = 1, .cells = 4}});
  EXPECT_EQ(grid.cell_of(std::vector{0.0, -1.0}), 0U);
  EXPECT_EQ(grid.cell_of(std::vector{3, 0.9}), 7U);
  EXPECT_EQ(grid.cell_of(std::vector{4.0, 0.0}), 10U);
  EXPECT_EQ(grid.cell_of(std::vector{10.0, 1.0}), 19U) << "but the last one into the last";
}

TEST(MapCells, HoldsItsCentreAndWhatLiesWithinHalfAWidthOfIt) {
  for (auto&& [seed, random] : seeds(100)) {
    std::vector<Feature> axes(1 + random.below(4));
    for (std::size_t i = 0; i < axes.size(); ++i) {
      axes[i] = {.name = std::to_string(i), .least = 20 * random.uniform() - 10};
      axes[i].most = axes[i].least + 0.1 + 5 * random.uniform();
      axes[i].cells = 1 + random.below(9);
    }
    const MapCells grid(axes);
    const auto centre_of = [&](std::size_t cell) {
      std::vector<double> centre(axes.size());
      for (std::size_t i = axes.size(); i-- > 0; cell /= axes[i].cells) {
        const double place = static_cast<double>(cell % axes[i].cells) + 0.5;
        centre[i] =
            axes[i].least + (axes[i].most - axes[i].least) * (place / static_cast<double>(axes[i].cells));
      }
      return centre;
    };
    for (std::size_t cell = 0; cell < grid.size(); ++cell) ASSERT_EQ(grid.cell_of(centre_of(cell)), cell);
    std::vector<double> values(axes.size());
    for (int i = 0; i < 50; ++i) {
      for (std::size_t j = 0; j < axes.size(); ++j)
        values[j] = axes[j].least + random.uniform() * (axes[j].most - axes[j].least);
      const auto cell = grid.cell_of(values);
      ASSERT_LT(cell.value(), grid.size());
      const std::vector<double> centre = centre_of(*cell);
      for (std::size_t j = 0; j < axes.size(); ++j) {
        EXPECT_LE(std::abs(values[j] - centre[j]),
                  (axes[j].most - axes[j].least) / static_cast<double>(axes[j].cells) / 2 + 1e-9);
      }
    }
  }
}

TEST(MapCells, PutsWhatIsOutsideIntoTheCellsAtTheEndsAndNaNNowhere) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const MapCells& cells : {MapCells(two_features(4, 5)), MapCells(two_features(1, 1), 20, 3)}) {
    EXPECT_EQ(cells.cell_of(std::vector{1e300, infinite}), cells.cell_of(std::vector{30.0, 2.0}));
    EXPECT_EQ(cells.cell_of(std::vector{-infinite, -1.0}), cells.cell_of(std::vector{-10.0, 0.0}));
    EXPECT_EQ(cells.cell_of(std::vector{0.0, std::nan("")}), std::nullopt);
    EXPECT_EQ(cells.cell_of(std::vector{std::nan(""), 1.0}), std::nullopt);
  }
}

TEST(MapCells, HasACellForEachCategoryAndEachWholeNumber) {
  const MapCells cells(
      {categorical_feature("class", {"mage", "priest", "rogue"}), whole_number_feature("nations", 1, 4)});
  EXPECT_EQ(cells.size(), 12U);
  for (std::size_t category = 0; category < 3; ++category) {
    for (std::size_t nations = 1; nations <= 4; ++nations) {
      const std::vector values{static_cast<double>(category), static_cast<double>(nations)};
      EXPECT_EQ(cells.cell_of(values), category * 4 + nations - 1);
    }
  }
}

TEST(MapCells, FindsTheNearestCentroidInUnitsOfTheFeatures) {
  const MapCells cells(two_features(1, 1), 50, 7);
  const std::vector<double> centroids = cells.centroids();
  ASSERT_EQ(centroids.size(), 100U);
  Random random(8);
  for (int draw = 0; draw < 1000; ++draw) {
    const std::vector point{-10 + 40 * random.uniform(), 2 * random.uniform()};
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t cell = 0; cell < 50; ++cell) {
      const double distance =
          std::hypot((point[0] - centroids[2 * cell]) / 40, (point[1] - centroids[2 * cell + 1]) / 2);
      if (distance < least) {
        least = distance;
        nearest = cell;
      }
    }
    EXPECT_EQ(cells.cell_of(point), nearest);
  }
  EXPECT_EQ(MapCells(two_features(9, 9), 50, 7).centroids(), centroids)
      << "it depends on features and seed alone";
  EXPECT_NE(MapCells(two_features(1, 1), 50, 8).centroids(), centroids);
}

TEST(MapCells, TakesMoreFeaturesThanItHasRoomForOnTheStack) {
  std::vector<Feature> many;
  for (int i = 0; i < 20; ++i) many.push_back({.name = "f" + std::to_string(i), .cells = 2});
  const MapCells cells(many, 30, 1);
  const std::vector<double> centroids = cells.centroids();
  EXPECT_EQ(cells.cell_of(std::span(centroids).subspan(20 * 11, 20)), 11U);
}

TEST(MapCells, RefusesMoreCellsThanMemoryCouldHold) {
  EXPECT_NO_THROW(MapCells(two_features(10'000, 10'000)));
  EXPECT_THAT(
      refusal_of(two_features(10'001, 10'000)),
      HasSubstr("feature \"weight\" has 10000 cells, and the features before have 10001; a map has at most "
                "100000000"));
  EXPECT_THAT(refusal_of(two_features(std::uint64_t{1} << 32, 1)),
              HasSubstr("feature \"price\" has 4294967296 cells"));
  EXPECT_THAT(refusal_of(two_features(std::uint64_t{1} << 63, 4)), HasSubstr("feature \"price\""));
}

TEST(MapCells, RefusesFeaturesThatAreNoAxes) {
  EXPECT_THAT(refusal_of({}), HasSubstr("no feature"));
  EXPECT_THAT(refusal_of(two_features(0, 3)), HasSubstr("feature \"price\" has no cells"));
  EXPECT_THAT(refusal_of({{.name = "a"}, {.name = "a"}}), HasSubstr("named \"a\" twice"));
  EXPECT_THAT(refusal_of({{.name = ""}}), HasSubstr("without a name"));
  EXPECT_THAT(refusal_of({{.name = "a", .least = 2, .most = 2}}), HasSubstr("from 2 to 2"));
  EXPECT_THAT(refusal_of({{.name = "a", .most = std::numeric_limits<double>::infinity()}}),
              HasSubstr("\"a\""));
  EXPECT_THAT(refusal_of({{.name = "a", .least = -1e308, .most = 1e308}}),
              HasSubstr("from -1e+308 to 1e+308"));
}

}  // namespace
}  // namespace skerry
