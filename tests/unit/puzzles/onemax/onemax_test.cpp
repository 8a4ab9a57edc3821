#include "puzzles/landscapes/bit_functions.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(OneMaxFeatures, CountTheOnesOfEachHalf) {
  const OneMax problem(5);
  const std::vector<Feature> axes = problem.features();
  check_features(axes);
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0].cells, 3U);
  EXPECT_EQ(axes[1].cells, 4U);
  std::vector<double> values(2);
  problem.features(problem.parse("10111", "text"), values);
  EXPECT_EQ(values, (std::vector<double>{1, 3}));
  problem.features(problem.parse("01000", "text"), values);
  EXPECT_EQ(values, (std::vector<double>{1, 0}));
}

TEST(OneMaxFeatures, LongStringsHaveTwentyCellsForEachHalf) {
  for (const Feature& axis : OneMax(1000).features()) EXPECT_EQ(axis.cells, 20U);
}

}  // namespace
}  // namespace skerry
