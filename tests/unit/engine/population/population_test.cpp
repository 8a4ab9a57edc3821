#include "skerry/population/population.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry {
namespace {

using testing::ElementsAre;

TEST(Rank, OrdersByFeasibilityThenCostThenSlot) {
  const std::vector<Key> keys{{1, 0}, {0, 7}, {0, 3}, {0.5, 9}, {0, 3}};
  std::vector<std::uint32_t> ranking;
  order_by_key(keys, ranking);
  EXPECT_THAT(ranking, ElementsAre(2, 4, 1, 3, 0));
}

}  // namespace
}  // namespace skerry
