#include "checkpoint/schedule.hpp"

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(CheckpointSchedule, ComesByEpochsOrByTimeWhicheverIsFirst) {
  CheckpointSchedule schedule({.every = 3, .seconds = 10}, 0);
  EXPECT_FALSE(schedule.due(1));
  EXPECT_FALSE(schedule.due(2));
  EXPECT_TRUE(schedule.due(3));
  schedule.saved(3, 3);
  EXPECT_FALSE(schedule.due(12.9));
  EXPECT_TRUE(schedule.due(13));
}

TEST(CheckpointSchedule, ByTimeAloneUnlessEpochsAreAskedFor) {
  CheckpointSchedule schedule({.seconds = 10}, 0);
  for (int epoch = 0; epoch < 1000; ++epoch) EXPECT_FALSE(schedule.due(0.009 * epoch));
  EXPECT_TRUE(schedule.due(10));
}

TEST(CheckpointSchedule, CountsFromWhereARunGoesOn) {
  CheckpointSchedule schedule({.seconds = 10}, 500);
  EXPECT_FALSE(schedule.due(509));
  EXPECT_TRUE(schedule.due(511));
}

/// A cheap fitness: epochs of a millisecond, checkpoints of twenty.
TEST(CheckpointSchedule, KeepsToItsShareOfTheTime) {
  for (const double share : {0.01, 0.02, 0.1, 0.5}) {
    CheckpointSchedule schedule({.every = 1, .share = share}, 0);
    double now_s = 0;
    double saving_s = 0;
    while (now_s < 100) {
      now_s += 0.001;
      if (!schedule.due(now_s)) continue;
      schedule.saved(now_s, now_s + 0.02);
      now_s += 0.02;
      saving_s += 0.02;
    }
    EXPECT_LE(saving_s, share * now_s + 0.02) << share;
    EXPECT_GE(saving_s, 0.9 * share * now_s) << share;
  }
}

TEST(CheckpointSchedule, AWholeShareIsNoBound) {
  CheckpointSchedule schedule({.every = 1, .share = 1}, 0);
  schedule.saved(0, 5);
  EXPECT_TRUE(schedule.due(5.001));
}

}  // namespace
}  // namespace skerry
