#include "puzzles/party/bound/price_grid.hpp"

#include "skerry/random.hpp"

#include "support/testing.hpp"

#include <bit>

namespace skerry::party {
namespace price_grid_test {

TEST(PriceGrid, ScalesAllPricesTogetherAndThoseOfEachRuleAlone) {
  using Linear = std::vector<std::array<std::int64_t, 2>>;
  const auto grid = price_grid({.linear = {{1000, 0}, {0, 4000}}, .by_value = {}});
  const auto holds = [&](const Linear& wanted) {
    return std::ranges::any_of(grid, [&](const auto& prices) { return prices.linear == wanted; });
  };
  EXPECT_EQ(grid.size(), 26 + 2 * 3);
  EXPECT_EQ(grid.front().linear, (Linear{{247, 0}, {0, 988}}));
  EXPECT_TRUE(holds({{1000, 0}, {0, 4000}}));
  EXPECT_TRUE(holds({{0, 0}, {0, 4000}}));
  EXPECT_TRUE(holds({{1000, 0}, {0, 8000}}));
  EXPECT_EQ(price_grid({.linear = {{1000, 0}}, .by_value = {}}).size(), 26U);
}

bool keeps(const ValueRule& rule, unsigned chosen, std::size_t nodes) {
  std::vector<std::int64_t> holders(rule.values, 0);
  for (std::size_t hero = 0; hero < rule.value.size(); ++hero)
    if ((chosen >> hero & 1U) != 0) ++holders[rule.value[hero]];
  if (rule.share) return !rule.at_most || std::ranges::max(holders) <= *rule.at_most;
  const std::int64_t distinct = rule.values - std::ranges::count(holders, 0);
  return !rule.at_least ||
         std::popcount(chosen) - distinct <= static_cast<std::int64_t>(nodes) - *rule.at_least;
}

std::int64_t least_sum(const ValueRule& rule, int k, std::size_t nodes,
                       const std::vector<PricedHero>& heroes) {
  std::int64_t least = KinBound::unreachable_sum;
  for (unsigned chosen = 0; chosen < 1U << heroes.size(); ++chosen) {
    if (std::popcount(chosen) != k || !keeps(rule, chosen, nodes)) continue;
    std::int64_t sum = 0;
    for (const auto& [price, hero] : heroes) sum += (chosen >> hero & 1U) != 0 ? price : 0;
    least = std::min(least, sum);
  }
  return least;
}

TEST(CheapestSums, AreThoseOfTheBestChoiceUnderTheHardestRule) {
  ValueRule none;
  none.value.assign(8, 0);
  none.values = 1;
  Random random(50);
  for (int round = 0; round < 200; ++round) {
    SCOPED_TRACE(round);
    const std::size_t nodes = 2 + random.below(4);
    std::vector<PricedHero> heroes;
    for (std::uint32_t hero = 0; hero < 8; ++hero)
      heroes.emplace_back(static_cast<int>(random.below(40)) - 20, hero);
    std::vector<ValueRule> rules(random.below(3));
    for (ValueRule& rule : rules) {
      rule.values = 3;
      for (std::size_t hero = 0; hero < heroes.size(); ++hero) rule.value.push_back(random.below(3));
      rule.share = random.below(2) == 0;
      if (random.below(4) > 0) (rule.share ? rule.at_most : rule.at_least) = 1 + random.below(2);
    }
    const auto sums = cheapest_sums(rules, nodes, heroes);
    ASSERT_EQ(sums.size(), nodes + 1);
    for (std::size_t k = 0; k <= nodes; ++k) {
      std::int64_t expected = least_sum(none, static_cast<int>(k), nodes, heroes);
      for (const ValueRule& rule : rules)
        expected = std::max(expected, least_sum(rule, static_cast<int>(k), nodes, heroes));
      EXPECT_EQ(sums[k], expected) << k;
    }
  }
}

}  // namespace price_grid_test
}  // namespace skerry::party
