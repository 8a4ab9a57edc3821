#include "skerry/detail/archives/map_cells.hpp"
#include "skerry/random.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>

namespace skerry {
namespace {

constexpr double empty_cell = std::numeric_limits<double>::quiet_NaN();

TEST(QdScore, IsThatByHand) {
  const std::vector<double> fitness{3, empty_cell, 5, -1, empty_cell};
  EXPECT_DOUBLE_EQ(coverage(fitness), 0.6);
  EXPECT_EQ(qd_score(fitness, 0, Direction::maximise), 8) << "-1 is worse than what is worth nothing";
  EXPECT_EQ(qd_score(fitness, -2, Direction::maximise), 5 + 7 + 1);
  EXPECT_EQ(qd_score(fitness, 10, Direction::minimise), 7 + 5 + 11);
}

TEST(QdScore, OfAnEmptyArchiveIsZero) {
  const std::vector<double> fitness(7, empty_cell);
  EXPECT_EQ(coverage(fitness), 0);
  EXPECT_EQ(qd_score(fitness, 0, Direction::maximise), 0);
  EXPECT_EQ(qd_score(fitness, 100, Direction::minimise), 0);
  EXPECT_EQ(coverage(std::vector<double>(7, 0.0)), 1);
}

TEST(QdScore, GrowsWithEveryCellThatIsFilledOrImproved) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const bool maximises = random.chance(0.5);
    const Direction direction = maximises ? Direction::maximise : Direction::minimise;
    const double worst = maximises ? -50 : 50;
    std::vector<double> fitness(1 + random.below(30), empty_cell);
    std::map<std::size_t, double> filled;
    for (int step = 0; step < 100; ++step) {
      const double score = qd_score(fitness, worst, direction);
      double& elite = fitness[random.below(static_cast<std::uint32_t>(fitness.size()))];
      const double found = random.below(99) - 49.0;
      if (!(std::isnan(elite) || (maximises ? found > elite : found < elite))) continue;
      const double gain = std::abs(found - (std::isnan(elite) ? worst : elite));
      elite = found;
      filled[static_cast<std::size_t>(&elite - fitness.data())] = found;
      EXPECT_EQ(qd_score(fitness, worst, direction), score + gain);
      EXPECT_DOUBLE_EQ(coverage(fitness),
                       static_cast<double>(filled.size()) / static_cast<double>(fitness.size()));
    }
    // A problem that is turned round has the same score.
    std::vector<double> turned = fitness;
    for (double& value : turned) value = -value;
    EXPECT_EQ(qd_score(turned, -worst, maximises ? Direction::minimise : Direction::maximise),
              qd_score(fitness, worst, direction));
  }
}

}  // namespace
}  // namespace skerry
