#include "skerry/app/settings.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"

#include "puzzles/landscapes/bit_functions.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::trap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

Trap::Genome with_ones(const std::vector<std::uint32_t>& bits) {
  Trap::Genome genome;
  for (const std::uint32_t bit : bits) genome.flip(bit);
  return genome;
}

Trap from(const std::string& keys) {
  Files files;
  const Settings settings = Settings::parse(keys, "trap.toml", Settings::Kind::configuration);
  Trap trap(settings, files);
  settings.reject_unknown_keys();
  return trap;
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
    Trap::Genome genome;
    genome.words[0] = string;
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
  EXPECT_EQ(from("").optimum(), 100);
  EXPECT_EQ(from("blocks = 7\norder = 3\n").optimum(), 21);
  EXPECT_EQ(from("shuffled = true\ninstance_seed = 9\n").block(3),
            Trap({.shuffled = true, .instance_seed = 9}).block(3));
  EXPECT_THAT([] { from("order = 1\n"); },
              ThrowsMessage<UsageError>("order is 1; it lies in [2, 1024] (trap.toml:1:9)"));
  EXPECT_THAT([] { from("blocks = 300\n"); },
              ThrowsMessage<UsageError>("blocks is 300 and order is 5, which makes 1500 bits; at most 1024 "
                                        "are possible (trap.toml:1:10)"));
  EXPECT_THAT([] { Trap({.blocks = 300, .order = 5}); }, ThrowsMessage<UsageError>(HasSubstr("1500 bits")));
}

TEST(Trap, StringsAreReadBack) {
  auto trap = completed(Trap({.blocks = 15, .order = 6}));
  Random random(3);
  const auto genome = trap.sample(random);
  EXPECT_EQ(trap.describe(genome).size(), 90U);
  EXPECT_EQ(trap.parse(trap.describe(genome), "text"), genome);
}

}  // namespace
}  // namespace skerry::trap
