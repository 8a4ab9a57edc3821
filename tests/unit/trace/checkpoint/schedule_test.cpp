#include "support/testing.hpp"
#include "trace/checkpoint/checkpoint.hpp"

namespace skerry {
namespace {

TEST(CheckpointSchedule, ComesByEpochsOrByTimeWhicheverIsFirst) {
  CheckpointSchedule schedule({.every = 3, .seconds = 10}, 0);
  EXPECT_FALSE(schedule.due(1, 0));
  EXPECT_FALSE(schedule.due(2, 0));
  EXPECT_TRUE(schedule.due(3, 0));
  schedule.began(3);
  EXPECT_FALSE(schedule.due(12.9, 0));
  EXPECT_TRUE(schedule.due(13, 0));
}

TEST(CheckpointSchedule, ByTimeAloneUnlessEpochsAreAskedFor) {
  CheckpointSchedule schedule({.seconds = 10}, 0);
  for (int epoch = 0; epoch < 1000; ++epoch) EXPECT_FALSE(schedule.due(0.009 * epoch, 0));
  EXPECT_TRUE(schedule.due(10, 0));
}

TEST(CheckpointSchedule, CountsFromWhereARunGoesOn) {
  CheckpointSchedule schedule({.seconds = 10}, 500);
  EXPECT_FALSE(schedule.due(509, 0));
  EXPECT_TRUE(schedule.due(511, 0));
}

/// With a cheap fitness an epoch takes a millisecond, and a checkpoint twenty.
TEST(CheckpointSchedule, KeepsToItsShareOfTheTime) {
  for (const double share : {0.01, 0.02, 0.1, 0.5, 1.0}) {
    CheckpointSchedule schedule({.every = 1, .share = share}, 0);
    double saving_s = 0;
    double began_s = -1;
    double now_s = 0;
    for (; now_s < 100; now_s += 0.001) {
      const bool written = now_s >= began_s + 0.02;
      const double cost_s = began_s < 0 ? 0 : 0.02;
      if (!schedule.due(now_s, written ? std::optional(cost_s) : std::nullopt)) continue;
      schedule.began(now_s);
      began_s = now_s;
      saving_s += 0.02;
    }
    EXPECT_LE(saving_s, share * now_s + 0.02) << share;
    EXPECT_GE(saving_s, 0.9 * share * now_s) << share;
  }
}

}  // namespace
}  // namespace skerry
