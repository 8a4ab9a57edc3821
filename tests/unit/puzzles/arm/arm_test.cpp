#include "puzzles/landscapes/real_functions.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

std::vector<double> end_of(const Arm& arm, const Arm::Genome& angles) {
  std::vector<double> values(2);
  arm.features(angles, values);
  return values;
}

TEST(Arm, EndsWhereItsLinksLead) {
  const Arm arm(4, 10);
  EXPECT_EQ(end_of(arm, {0, 0, 0, 0}), (std::vector<double>{4, 0}));
  const double right = std::numbers::pi / 2;
  const auto square = end_of(arm, {right, right, right, right});
  EXPECT_NEAR(square[0], 0, 1e-12);
  EXPECT_NEAR(square[1], 0, 1e-12);
  const auto corner = end_of(arm, {0, 0, right, 0});
  EXPECT_NEAR(corner[0], 2, 1e-12);
  EXPECT_NEAR(corner[1], 2, 1e-12);
}

TEST(Arm, IsBestWhereItIsBentEvenly) {
  const Arm arm(4, 10);
  EXPECT_EQ(arm.evaluate({0.5, 0.5, 0.5, 0.5}), 0);
  EXPECT_NEAR(arm.evaluate({1, -1, 1, -1}), 1, 1e-12);
  const double most = std::numbers::pi;
  EXPECT_NEAR(arm.evaluate({most, -most, most, -most}), most * most, 1e-12)
      << "worst_fitness of the configurations";
}

TEST(Arm, HasCellsOverItsReach) {
  const std::vector<Feature> features = Arm(12, 30).features();
  ASSERT_EQ(features.size(), 2U);
  for (const Feature& feature : features) {
    EXPECT_EQ(feature.least, -12);
    EXPECT_EQ(feature.most, 12);
    EXPECT_EQ(feature.cells, 30U);
  }
}

}  // namespace
}  // namespace skerry
