#include "puzzles/latin/deduction.hpp"

#include <cstdint>
#include <map>

#include <gtest/gtest.h>

namespace skerry::latin {
namespace {

template <class Values>
void expect_each_equally_often(Values values) {
  Random random(4);
  std::map<Values, int> counts;
  for (int i = 0; i < 3000; ++i) ++counts[random_value(values, random)];
  ASSERT_EQ(counts.size(), 3U);
  for (const auto& [value, count] : counts) {
    EXPECT_TRUE(single(value) && (value & values) != 0);
    EXPECT_NEAR(count, 1000, 150) << lowest(value);
  }
}

TEST(LatinCandidates, RandomValueDrawsEachOfASet) {
  expect_each_equally_often(std::uint16_t{0b1000'0000'0010'1000});
  expect_each_equally_often(std::uint32_t{0b1'0000'0000'0000'0000'0010'1000});
}

TEST(LatinCandidates, CopiesHoldTheCellsInUse) {
  using Sixteen = Candidates<std::uint16_t, 256>;
  Sixteen candidates(4);
  EXPECT_EQ(candidates.cell_count(), 16U);
  EXPECT_EQ(candidates[15], 0b1111);
  candidates.cells[3] = 0b0100;
  candidates.resolved = 1;
  const Sixteen copy = candidates;
  EXPECT_EQ(copy[3], 0b0100);
  EXPECT_EQ(copy.size, 4U);
  EXPECT_EQ(copy.resolved, 1U);
  EXPECT_EQ(copy.grid()[3], 3);
  EXPECT_EQ(copy.grid()[4], 0);
}

}  // namespace
}  // namespace skerry::latin
