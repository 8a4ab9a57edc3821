#include "skerry/detail/algorithms/genetic_island.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

Genetic adaptive() {
  return {.mutation_growth = 2, .mutation_most = 0.7, .mutation_stall = 0.1};
}

TEST(AdaptiveMutation, GrowsWhileDiversityStandsStillAndReturns) {
  AdaptiveMutation mutation(adaptive(), 0.1);
  EXPECT_EQ(mutation.next_rate(0.5), 0.1) << "nothing to compare with";
  EXPECT_EQ(mutation.next_rate(0.46), 0.2);
  EXPECT_EQ(mutation.next_rate(0.5), 0.4);
  EXPECT_EQ(mutation.next_rate(0.5), 0.7) << "no more than mutation_most";
  EXPECT_EQ(mutation.next_rate(0.5), 0.7);
  EXPECT_EQ(mutation.next_rate(0.44), 0.1) << "12 % less";
  EXPECT_EQ(mutation.next_rate(0.5), 0.1) << "14 % more";
  EXPECT_EQ(mutation.next_rate(0.5), 0.2);
}

TEST(AdaptiveMutation, NoDiversityStandsStill) {
  Genetic settings = adaptive();
  settings.mutation_stall = 0;
  AdaptiveMutation mutation(settings, 0.1);
  EXPECT_EQ(mutation.next_rate(0), 0.1);
  EXPECT_EQ(mutation.next_rate(0), 0.2);
  EXPECT_EQ(mutation.next_rate(0.3), 0.1);
  EXPECT_EQ(mutation.next_rate(0.3), 0.1) << "no change is below 0";
  EXPECT_EQ(mutation.next_rate(0), 0.2) << "all diversity has just been lost";
}

TEST(AdaptiveMutation, DoesNotAdaptByDefault) {
  EXPECT_FALSE(AdaptiveMutation(Genetic{}, 1).adapts());
  EXPECT_TRUE(AdaptiveMutation(adaptive(), 0.1).adapts());
}

TEST(AdaptiveMutation, GoesOnFromItsState) {
  AdaptiveMutation whole(adaptive(), 0.1);
  for (const double diversity : {0.5, 0.5, 0.3, std::nan(""), 0.3, 0.3, 0.3, 0.0, 0.0}) {
    AdaptiveMutation resumed(adaptive(), 0.1);
    resumed.restore(whole.state());
    EXPECT_EQ(resumed.next_rate(diversity), whole.next_rate(diversity)) << diversity;
  }
}

TEST(AdaptiveMutation, RefusesAStateOfOtherSettings) {
  AdaptiveMutation mutation(adaptive(), 0.1);
  const AdaptedMutation states[] = {{0.05, 0.5}, {0.8, 0.5},  {std::nan(""), 0.5},
                                    {0.2, 1.5},  {0.2, -0.5}, {0.2, -1}};
  for (const AdaptedMutation& state : states) {
    EXPECT_THROW(mutation.restore(state), DataError) << state.rate << " " << state.diversity;
  }
}

}  // namespace
}  // namespace skerry
