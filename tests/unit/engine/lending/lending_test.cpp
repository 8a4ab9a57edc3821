#include "engine/lending/lending.hpp"

#include "support/testing.hpp"
#include "unit/engine/lending/simulated_ranks.hpp"

namespace skerry {
namespace {

using test::SimulatedRanks;
using testing::Each;

std::function<double()> exponential_times(std::uint32_t seed) {
  return [random = std::mt19937(seed)]() mutable { return std::exponential_distribution(1.0)(random); };
}

std::function<double()> lognormal_times(std::uint32_t seed) {
  return [random = std::mt19937(seed)]() mutable { return std::lognormal_distribution(-0.5, 1.0)(random); };
}

double mean_busy_share(SimulatedRanks::Setting setting,
                       const std::function<std::function<double()>(std::uint32_t)>& times) {
  double sum = 0;
  constexpr std::uint32_t seeds = 2;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    setting.duration_s = times(seed);
    SimulatedRanks ranks(setting);
    sum += ranks.busy_share();
    EXPECT_TRUE(ranks.all_have_ended());
    EXPECT_THAT(ranks.results(), Each(setting.children * setting.generations));
  }
  return sum / seeds;
}

/// The share of the time for which ranks are busy that wait at the end of the epoch for the slowest.
double busy_share_alone(const SimulatedRanks::Setting& setting, std::function<double()> duration_s) {
  double sum_s = 0;
  double longest_s = 0;
  for (std::size_t island = 0; island < setting.islands; ++island) {
    double own_s = 0;
    for (std::uint64_t i = 0; i < setting.children * setting.generations; ++i) own_s += duration_s();
    sum_s += own_s;
    longest_s = std::max(longest_s, own_s);
  }
  return sum_s / (longest_s * static_cast<double>(setting.islands));
}

TEST(Lending, Keeps64RanksBusy) {
  const SimulatedRanks::Setting setting{.ranks = 64, .islands = 64};
  const double exponential = mean_busy_share(setting, exponential_times);
  const double lognormal = mean_busy_share(setting, lognormal_times);
  std::printf("64 ranks, 64 islands: busy for %.1f %% (exponential), %.1f %% (lognormal)\n",
              100 * exponential, 100 * lognormal);
  std::printf("each for itself: %.1f %% and %.1f %%\n", 100 * busy_share_alone(setting, exponential_times(1)),
              100 * busy_share_alone(setting, lognormal_times(1)));
  EXPECT_GE(exponential, 0.95);
  EXPECT_GE(lognormal, 0.90);
}

TEST(Lending, Keeps8RanksBusy) {
  EXPECT_GE(mean_busy_share({.ranks = 8, .islands = 8}, exponential_times), 0.95);
  EXPECT_GE(mean_busy_share({.ranks = 8, .islands = 8}, lognormal_times), 0.90);
}

TEST(Lending, UsesRanksWithoutAnIsland) {
  const SimulatedRanks::Setting setting{.ranks = 64, .islands = 8, .children = 100};
  const double share = mean_busy_share(setting, exponential_times);
  std::printf("64 ranks, 8 islands of 100 children: busy for %.1f %%\n", 100 * share);
  EXPECT_GE(share, 0.9);
}

TEST(Lending, LosesNothingWhereMessagesAreSlow) {
  const double share =
      mean_busy_share({.ranks = 5, .islands = 3, .children = 7, .latency_s = 2.0}, exponential_times);
  EXPECT_GT(share, 0);
}

TEST(Lending, DoesWithoutOtherRanks) {
  EXPECT_NEAR(mean_busy_share({.ranks = 1, .islands = 1}, exponential_times), 1, 1e-3);
}

}  // namespace
}  // namespace skerry
