#include "skerry/detail/fronts/front_levels.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(FrontLevels, LieBetweenNeighboursBeforeTheFirstAndBeyondTheLast) {
  const std::vector<double> costs = {10, 12, 40};
  const std::vector<double> rows = {10, -0.8, 12, -0.85, 40, -1};  // cost, negated synergy
  Random random(1);
  std::map<std::size_t, int> starts;
  int first = 0, beyond = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto level = draw_level({rows, 2}, costs, random);
    ASSERT_TRUE(level.has_value());
    EXPECT_EQ(level->at_most[0], infinity) << "the fitness is not held";
    const double bound = level->at_most[1];
    ++starts[level->start];
    if (bound == infinity) {
      ++first;
      EXPECT_EQ(level->start, 0U);
    } else if (bound < -1) {
      ++beyond;
      EXPECT_EQ(level->start, 2U);
      EXPECT_GT(bound, -1.001);
    } else {
      EXPECT_GE(bound, rows[2 * level->start + 1]) << "the start is at the level";
      EXPECT_LT(bound, rows[2 * level->start - 1]);
    }
  }
  EXPECT_GT(first, 350);
  EXPECT_GT(beyond, 350) << "also where many solutions lie between";
  EXPECT_GT(starts[2], starts[1]) << "the wide gap is drawn more often";
}

TEST(FrontLevels, AreNoneWithoutASolutionOrAnotherObjective) {
  Random random(1);
  EXPECT_FALSE(draw_level({{}, 2}, {}, random).has_value());
  const std::vector<double> costs = {3}, rows = {3};
  EXPECT_FALSE(draw_level({rows, 1}, costs, random).has_value());
}

TEST(FrontLevels, HoldFurtherObjectivesAtThoseOfTheStart) {
  const std::vector<double> costs = {1, 2, 3};
  const std::vector<double> rows = {1, 9, 5, 2, 6, 6, 3, 4, 8};
  Random random(2);
  int held = 0;
  for (int i = 0; i < 200; ++i) {
    const auto level = draw_level({rows, 3}, costs, random);
    ASSERT_TRUE(level.has_value());
    EXPECT_EQ(level->at_most[0], infinity);
    held += std::isfinite(level->at_most[1]) && std::isfinite(level->at_most[2]) ? 1 : 0;
  }
  EXPECT_GT(held, 20);
}

}  // namespace
}  // namespace skerry
