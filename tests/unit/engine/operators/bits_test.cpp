#include "skerry/detail/operators/operators.hpp"

#include "support/testing.hpp"

namespace skerry {
namespace {

Bits<4> zeros() {
  return {};
}
Bits<4> ones(std::size_t length) {
  Bits<4> bits;
  for (std::size_t bit = 0; bit < length; ++bit) bits.flip(bit);
  return bits;
}

int changes(const Bits<4>& bits, std::size_t length) {
  int count = 0;
  for (std::size_t bit = 1; bit < length; ++bit) count += bits.test(bit) != bits.test(bit - 1);
  return count;
}

TEST(OnePointCrossover, CutsOnceAtEveryPlace) {
  Random random(1);
  for (std::size_t length : {2U, 63U, 64U, 65U, 200U, 256U}) {
    std::vector<int> cuts(length + 1);
    for (int i = 0; i < 20000; ++i) {
      const auto child = one_point_crossover(ones(length), zeros(), length, random);
      ASSERT_TRUE(child.test(0) && !child.test(length - 1));
      ASSERT_EQ(changes(child, length), 1);
      ++cuts[child.count()];
    }
    EXPECT_EQ(cuts[0] + cuts[length], 0);
    for (std::size_t cut = 1; cut < length; ++cut) EXPECT_GT(cuts[cut], 0) << length << " " << cut;
  }
}

TEST(TwoPointCrossover, TakesOneSegmentFromTheOther) {
  Random random(2);
  for (std::size_t length : {2U, 64U, 130U, 256U}) {
    for (int i = 0; i < 2000; ++i) {
      Bits<4> child;
      two_point_crossover_into(zeros(), ones(length), child, length, random);
      ASSERT_GE(child.count(), 1U);
      ASSERT_LE(changes(child, length), 2);
    }
  }
}

TEST(UniformCrossover, TakesHalfFromEach) {
  Random random(3);
  std::uint64_t count = 0;
  for (int i = 0; i < 1000; ++i) {
    Bits<4> child;
    uniform_crossover_into(ones(256), zeros(), child, random);
    count += child.count();
  }
  EXPECT_NEAR(static_cast<double>(count) / 256000, 0.5, 0.005);
}

TEST(BitFlip, FlipsLikeIndependentCoins) {
  for (const auto& [length, rate] : {std::pair{10U, 0.1}, {100U, 0.01}, {200U, 0.3}}) {
    Random random(4);
    BitFlip flip(length, rate);
    constexpr int rounds = 100000;
    double sum = 0, squares = 0;
    std::vector<int> each(length);
    for (int i = 0; i < rounds; ++i) {
      Bits<4> bits;
      flip(bits, random);
      const double flips = static_cast<double>(bits.count());
      sum += flips;
      squares += flips * flips;
      for (std::size_t bit = 0; bit < length; ++bit) each[bit] += bits.test(bit);
    }
    const double mean = sum / rounds;
    const double variance = squares / rounds - mean * mean;
    EXPECT_NEAR(mean / (length * rate), 1, 0.02);
    EXPECT_NEAR(variance / (length * rate * (1 - rate)), 1, 0.03);
    for (int count : each) EXPECT_NEAR(count / (rounds * rate), 1, 0.2);
  }
}

TEST(BitFlip, KeepsItsEnds) {
  Random random(5);
  Bits<4> bits;
  BitFlip(100, 0)(bits, random);
  EXPECT_EQ(bits.count(), 0U);
  BitFlip(100, 1)(bits, random);
  EXPECT_EQ(bits, ones(100));
}

}  // namespace
}  // namespace skerry
