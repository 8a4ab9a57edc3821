#include "puzzles/landscapes/bit_functions.hpp"

#include "skerry/detail/problem/complete_problem.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/configured.hpp"

namespace skerry {
namespace bit_functions_test {

TEST(OneMaxFeatures, CountTheOnesOfEachHalf) {
  const OneMax problem(5);
  const std::vector<Feature> axes = problem.features();
  check_features(axes);
  ASSERT_EQ(axes.size(), 2U);
  EXPECT_EQ(axes[0].cells, 3U);
  EXPECT_EQ(axes[1].cells, 4U);
  std::vector<double> values(2);
  problem.features(problem.parse("10111", "text"), values);
  EXPECT_EQ(values, (std::vector<double>{1, 3}));
  problem.features(problem.parse("01000", "text"), values);
  EXPECT_EQ(values, (std::vector<double>{1, 0}));
}

TEST(OneMaxFeatures, LongStringsHaveTwentyCellsForEachHalf) {
  for (const Feature& axis : OneMax(1000).features()) EXPECT_EQ(axis.cells, 20U);
}

using nk::Landscape;
using nk::largest_sum;
using nk::Neighbours;
using nk::NkProblem;
using nk::NkSettings;
using trap::Trap;
using Genome = nk::Genome;

Genome string_of(std::uint64_t bits) {
  Genome genome;
  genome.words[0] = bits;
  return genome;
}

void expect_strings_read_back(auto problem, std::size_t bits) {
  Random random(3);
  const auto genome = problem.sample(random);
  EXPECT_EQ(problem.describe(genome).size(), bits);
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
}

TEST(BitFunctions, StringsAreReadBack) {
  expect_strings_read_back(completed(NkProblem({.n = 100, .k = 2})), 100);
  expect_strings_read_back(completed(Trap({.blocks = 15, .order = 6})), 90);
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

TEST(NkProblem, MaximisesTheMeanContribution) {
  const NkSettings settings{.n = 10, .k = 3};
  const NkProblem problem(settings);
  const Landscape landscape(settings);
  EXPECT_EQ(problem.direction(), Direction::maximise);
  double best = 0;
  for (std::uint64_t bits = 0; bits < 1024; ++bits) {
    const Genome genome = string_of(bits);
    const double fitness = problem.evaluate(genome);
    ASSERT_EQ(fitness, landscape.mean(landscape.sum(genome)));
    ASSERT_TRUE(fitness >= 0 && fitness < 1);
    best = std::max(best, fitness);
  }
  EXPECT_EQ(problem.optimum(), best);
}

TEST(NkProblem, ReadsItsKeys) {
  EXPECT_EQ(configured<NkProblem>("n = 30\nk = 2\ninstance_seed = 4\n").optimum(),
            NkProblem({.n = 30, .k = 2, .instance_seed = 4}).optimum());
  EXPECT_EQ(configured<NkProblem>("neighbours = \"random\"\n").optimum(), std::nullopt);
  EXPECT_THAT([] { configured<NkProblem>("n = 8\nk = 8\n"); },
              ThrowsMessage<UsageError>("k is 8; it lies in [0, 7] (run.toml:2:5)"));
  EXPECT_THAT(
      [] { configured<NkProblem>("n = 1000\nk = 20\n"); },
      ThrowsMessage<UsageError>("k is 20; it is at most 13 for n = 1000, since the tables have n 2^(k + 1) "
                                "entries of 4 bytes and may have 16777216 (run.toml:2:5)"));
}

Genome with_ones(const std::vector<std::uint32_t>& bits) {
  Genome genome;
  for (const std::uint32_t bit : bits) genome.flip(bit);
  return genome;
}

TEST(Trap, ABlockContributesWhatIsPublished) {
  const Trap trap({.blocks = 1, .order = 5});
  std::vector<double> values;
  std::vector<std::uint32_t> bits;
  for (std::uint32_t ones = 0; ones <= 5; ++ones) {
    values.push_back(trap.evaluate(with_ones(bits)));
    bits.push_back(ones);
  }
  EXPECT_THAT(values, ElementsAre(4, 3, 2, 1, 0, 5));
}

TEST(Trap, BlocksAddUp) {
  const Trap trap({.blocks = 3, .order = 4});
  EXPECT_EQ(trap.evaluate(with_ones({0, 1, 2, 3, 4, 6, 11})), 4 + 1 + 2);
  EXPECT_EQ(trap.optimum(), 12);
}

TEST(Trap, AllOnesAreTheOnlyOptimumAndAllZerosALocalOne) {
  const Trap trap({.blocks = 3, .order = 4, .shuffled = true});
  int optima = 0;
  for (std::uint64_t string = 0; string < 1U << 12; ++string) {
    const Genome genome = string_of(string);
    ASSERT_LE(trap.evaluate(genome), 12);
    optima += trap.evaluate(genome) == 12 ? 1 : 0;
  }
  EXPECT_EQ(optima, 1);
  EXPECT_EQ(trap.evaluate(with_ones({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})), 12);
  for (std::uint32_t bit = 0; bit < 12; ++bit)
    EXPECT_LT(trap.evaluate(with_ones({bit})), trap.evaluate(with_ones({})));
}

TEST(Trap, BlocksAreContiguousUnlessTheyAreShuffled) {
  EXPECT_THAT(Trap({.blocks = 4, .order = 3}).block(1), ElementsAre(3, 4, 5));
  const Trap shuffled({.blocks = 20, .order = 5, .shuffled = true});
  std::set<std::uint32_t> seen;
  int contiguous = 0;
  for (std::uint32_t number = 0; number < 20; ++number) {
    std::vector<std::uint32_t> block = shuffled.block(number);
    EXPECT_EQ(shuffled.evaluate(with_ones(block)), 19 * 4 + 5);
    std::ranges::sort(block);
    contiguous += block.back() - block.front() == 4 ? 1 : 0;
    seen.insert(block.begin(), block.end());
  }
  EXPECT_EQ(seen.size(), 100U);
  EXPECT_EQ(contiguous, 0);
}

TEST(Trap, TheInstanceSeedDecidesWhereTheBitsAre) {
  const auto block = [](std::uint64_t seed) {
    return Trap({.blocks = 20, .order = 5, .shuffled = true, .instance_seed = seed}).block(0);
  };
  EXPECT_EQ(block(1), block(1));
  EXPECT_NE(block(1), block(2));
}

TEST(Trap, ExplainsHowManyBlocksAreCaught) {
  const Trap trap({.blocks = 3, .order = 2});
  EXPECT_EQ(trap.explain(with_ones({0, 1, 2})),
            "blocks with all bits set  1 of 3\nblocks with no bit set    1 of 3\n");
}

TEST(Trap, ReadsItsKeys) {
  EXPECT_EQ(configured<Trap>("").optimum(), 100);
  EXPECT_EQ(configured<Trap>("blocks = 7\norder = 3\n").optimum(), 21);
  EXPECT_EQ(configured<Trap>("shuffled = true\ninstance_seed = 9\n").block(3),
            Trap({.shuffled = true, .instance_seed = 9}).block(3));
  EXPECT_THAT([] { configured<Trap>("order = 1\n"); },
              ThrowsMessage<UsageError>("order is 1; it lies in [2, 1024] (run.toml:1:9)"));
  EXPECT_THAT([] { configured<Trap>("blocks = 300\n"); },
              ThrowsMessage<UsageError>("blocks is 300 and order is 5, which makes 1500 bits; at most 1024 "
                                        "are possible (run.toml:1:10)"));
  EXPECT_THAT([] { Trap({.blocks = 300, .order = 5}); }, ThrowsMessage<UsageError>(HasSubstr("1500 bits")));
}

}  // namespace bit_functions_test
}  // namespace skerry
