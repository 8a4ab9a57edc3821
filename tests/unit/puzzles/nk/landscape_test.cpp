#include "skerry/error.hpp"

#include "puzzles/landscapes/bit_functions.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::nk {
namespace {

using testing::ElementsAre;
using testing::ThrowsMessage;

Genome string_of(std::uint64_t bits) {
  Genome genome;
  genome.words[0] = bits;
  return genome;
}

std::uint64_t largest_of_all(const Landscape& landscape) {
  std::uint64_t largest = 0;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << landscape.n(); ++bits)
    largest = std::max(largest, landscape.sum(string_of(bits)));
  return largest;
}

TEST(NkLandscape, AdjacentNeighboursFollowTheBitAroundTheString) {
  const Landscape landscape({.n = 6, .k = 2});
  EXPECT_THAT(landscape.inputs(1), ElementsAre(1, 2, 3));
  EXPECT_THAT(landscape.inputs(5), ElementsAre(5, 0, 1));
}

TEST(NkLandscape, RandomNeighboursAreDifferentBits) {
  const Landscape landscape({.n = 12, .k = 7, .neighbours = Neighbours::random});
  std::set<std::vector<std::uint32_t>> all;
  for (std::uint32_t bit = 0; bit < 12; ++bit) {
    const auto inputs = landscape.inputs(bit);
    EXPECT_EQ(inputs.front(), bit);
    EXPECT_EQ(std::set(inputs.begin(), inputs.end()).size(), 8U);
    EXPECT_LT(std::ranges::max(inputs), 12U);
    all.emplace(inputs.begin(), inputs.end());
  }
  EXPECT_EQ(all.size(), 12U);
}

TEST(NkLandscape, TheSumTakesOneContributionOfEachBit) {
  for (const Neighbours neighbours : {Neighbours::adjacent, Neighbours::random}) {
    const Landscape landscape({.n = 70, .k = 3, .neighbours = neighbours, .instance_seed = 5});
    Random random(5);
    const Genome genome = random_bits<16>(70, random);
    std::uint64_t sum = 0;
    for (std::uint32_t bit = 0; bit < 70; ++bit) {
      std::size_t combination = 0;
      std::size_t weight = 1;
      for (const std::uint32_t input : landscape.inputs(bit)) {
        if (genome.test(input)) combination += weight;
        weight *= 2;
      }
      sum += landscape.table(bit)[combination];
    }
    EXPECT_EQ(landscape.sum(genome), sum);
    EXPECT_DOUBLE_EQ(landscape.mean(sum), static_cast<double>(sum) / 4294967296.0 / 70);
  }
}

TEST(NkLandscape, ContributionsAreUniform) {
  const Landscape landscape({.n = 64, .k = 9});
  double sum = 0;
  double squares = 0;
  for (std::uint32_t bit = 0; bit < 64; ++bit) {
    for (const std::uint32_t contribution : landscape.table(bit)) {
      const double u = contribution * 0x1p-32;
      sum += u;
      squares += u * u;
    }
  }
  constexpr double count = 64 * 1024;
  EXPECT_NEAR(sum / count, 1.0 / 2, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 3, 0.005);
}

TEST(NkLandscape, TheSeedAloneDecidesTheLandscape) {
  const Landscape landscape({.n = 20, .k = 4, .neighbours = Neighbours::random, .instance_seed = 7});
  EXPECT_EQ(landscape.sum(string_of(0)), 33950936351U);
  EXPECT_EQ(landscape.sum(string_of(0xFFFFF)), 47729368396U);
  EXPECT_NE(Landscape({.instance_seed = 1}).sum(string_of(0)),
            Landscape({.instance_seed = 2}).sum(string_of(0)));
}

TEST(NkLandscape, TheLargestSumIsThatOfAllStrings) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const std::uint32_t n : {2U, 5U, 9U}) {
      for (std::uint32_t k = 0; k < n; ++k) {
        const Landscape landscape({.n = n, .k = k, .instance_seed = seed});
        EXPECT_EQ(largest_sum(landscape), largest_of_all(landscape))
            << "n " << n << ", k " << k << ", seed " << seed;
      }
    }
  }
}

TEST(NkLandscape, TheLargestSumIsUnknownWhereItCannotBeHadSoon) {
  EXPECT_TRUE(largest_sum(Landscape({.n = 1024, .k = 3})));
  EXPECT_FALSE(largest_sum(Landscape({.n = 20, .k = 4, .neighbours = Neighbours::random})));
  EXPECT_FALSE(largest_sum(Landscape({.n = 100, .k = 10})));
  EXPECT_FALSE(largest_sum(Landscape({.n = 16, .k = 15})));
}

TEST(NkLandscape, RefusesWhatItCannotHold) {
  EXPECT_THAT([] { Landscape({.n = 1}); }, ThrowsMessage<UsageError>("n is 1; it lies in [2, 1024]"));
  EXPECT_THAT([] { Landscape({.n = 8, .k = 8}); },
              ThrowsMessage<UsageError>("k is 8; it is at most 7, since n is 8"));
  EXPECT_THAT([] { Landscape({.n = 100, .k = 99}); },
              ThrowsMessage<UsageError>("k is 99; it is at most 16 for n = 100, since the tables have "
                                        "n 2^(k + 1) entries of 4 bytes and may have 16777216"));
}

}  // namespace
}  // namespace skerry::nk
