#include "skerry/detail/operators/operators.hpp"

#include "chi_square.hpp"
#include "support/testing.hpp"

namespace skerry {
namespace {

TEST(RandomInteger, IsUniformWithBothEnds) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(random_integer(-3, 3, random) + 3)];
  EXPECT_LT(unevenness(counts), 6);
}

TEST(RandomInteger, ServesTheWidestInterval) {
  Random random(2);
  int negative = 0;
  for (int i = 0; i < draws; ++i) negative += random_integer(INT32_MIN, INT32_MAX, random) < 0;
  EXPECT_NEAR(static_cast<double>(negative) / draws, 0.5, 0.02);
  EXPECT_EQ(random_integer(5, 5, random), 5);
}

TEST(RandomReset, DrawsEachGeneAnewWithItsRate) {
  Random random(3);
  const std::vector<std::int32_t> lower(10, 0), upper(10, 3);
  RandomReset reset(10, 0.2);
  std::vector<int> values(4);
  int changed = 0;
  for (int i = 0; i < draws; ++i) {
    std::vector<std::int32_t> child(10, 0);
    reset({lower, upper}, child, random);
    for (const std::int32_t gene : child) {
      changed += gene != 0;
      if (gene != 0) ++values[static_cast<std::size_t>(gene)];
    }
  }
  EXPECT_NEAR(changed / (10.0 * draws), 0.2 * 0.75, 0.005);
  EXPECT_LT(unevenness(std::span(values).subspan(1)), 6);
}

TEST(Creep, StepsUniformlyUpAndDown) {
  Random random(4);
  std::vector<int> counts(7);
  for (int i = 0; i < draws; ++i) ++counts[static_cast<std::size_t>(creep(50, 0, 100, 3, random) - 47)];
  EXPECT_EQ(counts[3], 0);
  counts.erase(counts.begin() + 3);
  EXPECT_LT(unevenness(counts), 6);
}

TEST(Creep, AlwaysChangesAndKeepsToItsBounds) {
  Random random(5);
  for (int i = 0; i < draws; ++i) {
    const std::int32_t gene = random_integer(-2, 2, random);
    const std::int32_t moved = creep(gene, -2, 2, 4, random);
    ASSERT_NE(moved, gene);
    ASSERT_TRUE(moved >= -2 && moved <= 2);
  }
  EXPECT_EQ(creep(7, 7, 7, 1, random), 7);
  EXPECT_EQ(creep(INT32_MAX, INT32_MIN, INT32_MAX, 1, random), INT32_MAX - 1);
}

TEST(IntegerOperators, RefuseParametersOutOfRange) {
  EXPECT_THAT([] { Creep(5, 0.1, 0); }, ThrowsMessage<UsageError>(HasSubstr("creep_step is 0")));
  EXPECT_THAT([] { RandomReset(5, -0.1); },
              ThrowsMessage<UsageError>(HasSubstr("gene_rate is -0.1; a rate lies in [0, 1]")));
}

}  // namespace
}  // namespace skerry
