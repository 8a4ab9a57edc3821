#include "puzzles/latin/deduction.hpp"

#include "support/testing.hpp"

namespace skerry::latin {
namespace {

using Cells = Candidates<std::uint16_t, 16>;

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

/// An inference that takes the given values, and records what was tried.
struct FakeInference {
  std::uint16_t sound = 0;
  std::vector<std::uint32_t> tried;
  int restored = 0;

  bool assume(std::uint32_t /*cell*/, std::uint16_t values) {
    tried.push_back(lowest(values));
    return (values & sound) != 0;
  }
  void restore(const Cells& /*candidates*/) { ++restored; }
};

class AssumeAny : public ::testing::Test {
 protected:
  bool assume(std::uint8_t gene) { return assume_any(inference_, before_, 5, gene, random_, count_); }

  Cells before_{4};
  FakeInference inference_;
  Random random_{1};
  std::uint64_t count_ = 0;
};

TEST_F(AssumeAny, TakesTheGeneWhereItFits) {
  inference_.sound = value_bit<std::uint16_t>(3);
  EXPECT_TRUE(assume(3));
  EXPECT_THAT(inference_.tried, UnorderedElementsAre(3));
  EXPECT_EQ(inference_.restored, 0);
  EXPECT_EQ(count_, 1U);
}

TEST_F(AssumeAny, TriesEachOtherValueOnce) {
  EXPECT_FALSE(assume(2));
  EXPECT_EQ(inference_.tried.front(), 2U);
  EXPECT_THAT(inference_.tried, UnorderedElementsAre(1, 2, 3, 4));
  EXPECT_EQ(inference_.restored, 4);
  EXPECT_EQ(count_, 4U);
}

TEST_F(AssumeAny, LeavesOutAGeneThatTheCellCannotHold) {
  before_.cells[5] = value_bit<std::uint16_t>(1) | value_bit<std::uint16_t>(4);
  inference_.sound = value_bit<std::uint16_t>(4);
  EXPECT_TRUE(assume(2));
  EXPECT_EQ(inference_.tried.back(), 4U);
  EXPECT_EQ(std::ranges::count(inference_.tried, 2U), 0);
}

}  // namespace
}  // namespace skerry::latin
