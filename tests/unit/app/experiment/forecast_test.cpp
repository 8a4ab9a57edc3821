#include "app/experiment/conductor.hpp"

#include <gtest/gtest.h>

namespace skerry {
namespace {

TEST(Forecast, KnowsNothingBeforeTheFirstRun) {
  EXPECT_EQ(Forecast({{.left = 10}}, 2).seconds_left(), 0);
}

TEST(Forecast, TakesEachVariantsOwnTime) {
  Forecast forecast({{.left = 3, .cores = 1}, {.left = 5, .cores = 4}}, 4);
  forecast.ran(0, 10);
  forecast.ran(0, 20);  // 15 s for a run, one run left
  forecast.ran(1, 2);   // 2 s for a run on all four cores, four runs left
  EXPECT_DOUBLE_EQ(forecast.seconds_left(), (15.0 + 4 * 2 * 4) / 4);
}

TEST(Forecast, TakesTheOthersTimeForWhatHasNotRunYet) {
  Forecast forecast({{.left = 2, .cores = 2}, {.left = 3, .cores = 1}}, 2);
  forecast.ran(0, 6);  // 12 core seconds
  EXPECT_DOUBLE_EQ(forecast.seconds_left(), (12.0 + 3 * 12) / 2);
}

TEST(Forecast, LeavesOutWhatFailed) {
  Forecast forecast({{.left = 3}}, 1);
  forecast.ran(0, 2);
  forecast.gave_up(0);
  EXPECT_DOUBLE_EQ(forecast.seconds_left(), 2);
}

}  // namespace
}  // namespace skerry
