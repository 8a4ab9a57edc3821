#include "skerry/random.hpp"

#include "support/testing.hpp"

#include <Random123/philox.h>

namespace skerry {
namespace {

std::vector<std::uint32_t> take(Random& random, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::generate(numbers.begin(), numbers.end(), std::ref(random));
  return numbers;
}

TEST(Random, IsPhilox4x32KeyedBySeedIslandAndPurpose) {
  Random random(0x123456789abcdef0U, 7, Purpose::initialisation);
  for (std::uint32_t block = 0; block < 300; ++block) {
    const auto expected = r123::Philox4x32{}({{block, 0, 7, 1}}, {{0x9abcdef0U, 0x12345678U}});
    ASSERT_EQ(take(random, 4), std::vector(expected.begin(), expected.end())) << block;
  }
}

TEST(Random, StreamsOfDifferentKeysDiffer) {
  std::set<std::vector<std::uint32_t>> streams;
  for (std::uint64_t seed : {1U, 2U}) {
    for (std::uint32_t island : {0U, 1U}) {
      for (Purpose purpose : {Purpose::evolution, Purpose::diversity}) {
        Random random(seed, island, purpose);
        streams.insert(take(random, 8));
      }
    }
  }
  EXPECT_EQ(streams.size(), 8U);
}

TEST(Random, ARestoredStreamGoesOn) {
  for (std::size_t drawn : {0U, 1U, 255U, 256U, 257U, 1000U}) {
    Random random(3);
    take(random, drawn);
    EXPECT_EQ(random.state().drawn, drawn);
    Random restored(random.state());
    EXPECT_EQ(restored.state(), random.state());
    EXPECT_EQ(take(restored, 600), take(random, 600)) << drawn;
  }
}

TEST(Random, DrawsSeveralNumbersBelowABoundLikeOneAfterAnother) {
  for (const std::uint32_t bound : {1U, 7U, 1000U, 3000000000U, UINT32_MAX}) {
    Random random(4);
    Random other(4);
    for (int i = 0; i < 1000; ++i) {
      for (const std::uint32_t number : random.several_below<3>(bound))
        ASSERT_EQ(number, other.below(bound)) << bound;
      ASSERT_EQ(random.state(), other.state()) << bound;
      ASSERT_EQ(random(), other());
    }
  }
}

TEST(Random, APreparedChanceGivesTheSameAnswers) {
  for (const double rate : {-1.0, 0.0, 1e-12, 0x1p-32, 0x1.8p-31, 0.06, 0.5, 1 - 0x1p-32, 1.0, 2.0}) {
    Random random(4);
    Random other(4);
    for (int i = 0; i < 10000; ++i) ASSERT_EQ(random.chance(Chance(rate)), other.chance(rate)) << rate;
  }
  EXPECT_EQ(Chance(0).threshold, 0U);
  EXPECT_EQ(Chance(1).threshold, std::uint64_t{1} << 32);
  EXPECT_EQ(Chance(0x1.8p-32).threshold, 2U);
}

TEST(Random, BelowIsUniform) {
  Random random(5);
  constexpr std::uint32_t bound = 7;
  constexpr int draws = 70000;
  std::vector<int> seen(bound);
  for (int i = 0; i < draws; ++i) ++seen[random.below(bound)];
  double chi_square = 0;
  for (int count : seen) chi_square += (count - 10000.0) * (count - 10000.0) / 10000.0;
  EXPECT_LT(chi_square, 22.5);  // 6 degrees of freedom, p = 0.001
}

TEST(Random, ChanceKeepsItsEnds) {
  Random random(6);
  for (int i = 0; i < 10000; ++i) {
    EXPECT_FALSE(random.chance(0));
    EXPECT_TRUE(random.chance(1));
  }
}

TEST(Random, ShuffleIsAPermutation) {
  Random random(7);
  std::vector<int> items(100);
  std::iota(items.begin(), items.end(), 0);
  auto shuffled = items;
  random.shuffle(std::span(shuffled));
  EXPECT_NE(shuffled, items);
  std::ranges::sort(shuffled);
  EXPECT_EQ(shuffled, items);
}

}  // namespace
}  // namespace skerry
