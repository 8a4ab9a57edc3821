#include "puzzles/party/bound/lagrangian.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace lagrangian_bounds_test {

TEST(RuleMultipliers, MakeABoundThatIsTrueAndNoLowerThanWithoutThem) {
  Random random(11);
  int raised = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle =
        test::random_puzzle(random, {.most_heroes = 6, .most_nodes = 4, .graded = i % 3 == 0});
    const IntegerPuzzle whole = integer_puzzle(puzzle);
    const Multipliers multipliers = rule_multipliers(whole);
    ASSERT_TRUE(valid(multipliers, whole));
    const std::int64_t bound = Lagrangian(whole, multipliers, whole.candidates).bound();
    const std::int64_t without = Lagrangian(whole, no_multipliers(whole), whole.candidates).bound();
    EXPECT_GE(bound, without);
    raised += bound > without ? 1 : 0;
    for (const auto& party : test::every_sound_party(puzzle))
      EXPECT_LE(bound, whole.cost(party) * price_fraction(whole));
  }
  EXPECT_GT(raised, 5);
}

/// Nodes with candidates, some of which stand already, and what each costs.
struct Case {
  IntegerPuzzle puzzle;
  ValueRule rule;
  std::vector<std::vector<std::int64_t>> excess;  // [node][place]
  std::vector<bool> open;                         // [node]; on the others their first candidate stands
};

Case random_case(Random& random) {
  Case one;
  const std::uint32_t nodes = 2 + random.below(3), heroes = 8;
  one.puzzle.price.assign(heroes, 0);
  one.puzzle.candidates.resize(nodes);
  one.excess.resize(nodes);
  one.rule.share = true;
  one.rule.values = 4;
  one.rule.at_least = 2 + random.below(nodes - 1);
  for (std::uint32_t hero = 0; hero < heroes; ++hero) one.rule.value.push_back(random.below(4));
  for (std::uint32_t node = 0; node < nodes; ++node) {
    one.open.push_back(random.chance(0.7));
    for (std::uint32_t hero = 0; hero < heroes; ++hero) {
      if (!random.chance(0.5) && hero != node) continue;
      one.puzzle.candidates[node].push_back(hero);
      one.excess[node].push_back(random.below(20));
    }
  }
  return one;
}

/// Returns the values that enough heroes have, whichever nodes they may stand on.
std::vector<bool> frequent_values(const Case& one) {
  std::vector<bool> frequent(one.rule.values);
  for (std::uint32_t value = 0; value < one.rule.values; ++value) {
    std::set<std::uint32_t> heroes;
    for (const auto& node : one.puzzle.candidates) {
      for (const std::uint32_t hero : node) {
        if (one.rule.value[hero] == value) heroes.insert(hero);
      }
    }
    frequent[value] = static_cast<std::int64_t>(heroes.size()) >= *one.rule.at_least;
  }
  return frequent;
}

/// Calls take(places, what the open nodes cost beyond the best of each) for every choice that meets the rule.
void for_each_choice(const Case& one, const std::function<void(const std::vector<std::size_t>&)>& take) {
  const std::vector<bool> frequent = frequent_values(one);
  std::vector<std::size_t> places;
  const std::function<void()> extend = [&] {
    const std::size_t node = places.size();
    if (node < one.open.size()) {
      for (std::size_t place = 0; place < (one.open[node] ? one.excess[node].size() : 1); ++place) {
        places.push_back(place);
        extend();
        places.pop_back();
      }
      return;
    }
    std::vector<std::int64_t> holders(one.rule.values, 0);
    for (std::size_t n = 0; n < node; ++n) {
      const std::uint32_t value = one.rule.value[one.puzzle.candidates[n][places[n]]];
      holders[value] += frequent[value] ? 1 : 0;
    }
    if (std::ranges::max(holders) >= *one.rule.at_least) take(places);
  };
  extend();
}

TEST(SharedValue, CostsWhatTheCheapestChoiceDoes) {
  Random random(31);
  int in_reach = 0, met = 0;
  for (int i = 0; i < skerry::test::random_cases(400); ++i) {
    SCOPED_TRACE(testing::Message() << "case " << i);
    const Case one = random_case(random);
    SharedValue shared(one.puzzle, one.rule);
    for (const bool again : {false, true}) {
      shared.begin();
      for (std::uint32_t node = 0; node < one.open.size(); ++node) {
        if (!one.open[node]) shared.decide(one.puzzle.candidates[node].front());
        for (std::size_t place = 0; one.open[node] && place < one.excess[node].size(); ++place)
          shared.offer(node, one.puzzle.candidates[node][place], one.excess[node][place]);
      }
      const std::int64_t told = shared.compute();
      std::int64_t cheapest = SharedValue::out_of_reach;
      std::vector<std::vector<std::int64_t>> others(one.open.size());
      for (std::size_t node = 0; node < one.open.size(); ++node)
        others[node].assign(one.excess[node].size(), SharedValue::out_of_reach);
      for_each_choice(one, [&](const std::vector<std::size_t>& places) {
        std::vector<std::int64_t> more(places.size(), 0);
        std::int64_t sum = 0;
        for (std::uint32_t node = 0; node < places.size(); ++node) {
          if (one.open[node])
            more[node] = one.excess[node][places[node]] - std::ranges::min(one.excess[node]);
          sum += more[node];
        }
        cheapest = std::min(cheapest, sum);
        for (std::size_t node = 0; node < places.size(); ++node) {
          std::int64_t& least = others[node][places[node]];
          least = std::min(least, sum - more[node]);
        }
      });
      EXPECT_EQ(told, cheapest) << again;
      in_reach += told < SharedValue::out_of_reach ? 1 : 0;
      met += shared.met() ? 1 : 0;
      if (shared.met()) continue;
      for (std::uint32_t node = 0; node < one.open.size(); ++node) {
        for (std::size_t place = 0; one.open[node] && place < one.excess[node].size(); ++place)
          EXPECT_EQ(shared.others_with(node, one.puzzle.candidates[node][place]), others[node][place]);
      }
    }
  }
  EXPECT_GT(in_reach, skerry::test::random_cases(100));
  EXPECT_GT(met, skerry::test::random_cases(20));
}

TEST(SharedValue, BoundsThatContradictAreOutOfReach) {
  Random random(32);
  Case one = random_case(random);
  one.rule.at_most = *one.rule.at_least - 1;
  SharedValue shared(one.puzzle, one.rule);
  EXPECT_EQ(shared.compute(), SharedValue::out_of_reach);
}

TEST(SharedValue, IsNeededForRulesThatAskForTwoAndMore) {
  const auto needed = [](std::string_view bounds) {
    const Puzzle puzzle = read_texts(
        fmt::format("{}[[requirement]]\nkind = \"share\"\nproperty = \"race\"\n{}\n", small_puzzle, bounds));
    return shared_values(integer_puzzle(puzzle)).size();
  };
  EXPECT_EQ(needed("at_most = 2"), 0U);
  EXPECT_EQ(needed("at_least = 1"), 0U);
  EXPECT_EQ(needed("at_least = 2"), 1U);
  EXPECT_EQ(needed("exactly = 3"), 1U);
}

}  // namespace lagrangian_bounds_test
}  // namespace skerry::party
