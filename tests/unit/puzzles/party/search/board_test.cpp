#include "puzzles/party/search/candidates.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

TEST(Roster, OrdersHeroesByTheObjective) {
  for (auto&& [seed, random] : seeds_from_1(50)) {
    const Roster roster(test::random_puzzle(random));
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      EXPECT_EQ(roster.price_place(roster.pool_index(hero)), hero);
      if (hero == 0) continue;
      const bool minimise = roster.puzzle().direction == Direction::minimise;
      EXPECT_LE(minimise ? roster.objective(hero - 1) : -roster.objective(hero - 1),
                minimise ? roster.objective(hero) : -roster.objective(hero));
    }
  }
}

TEST(ThresholdIndex, FindsTheHeroesOfABound) {
  for (auto&& [seed, random] : seeds_from_1(100)) {
    std::vector<double> values(1 + random.below(700));
    for (double& value : values) value = random.below(50);
    const ThresholdIndex index(values);
    Bitset set;
    for (double bound = -1; bound < 52; bound += 0.5) {
      index.at_least(bound, set);
      for (std::uint32_t hero = 0; hero < values.size(); ++hero)
        ASSERT_EQ(contains(set, hero), values[hero] >= bound);
      index.more_than(bound, set);
      for (std::uint32_t hero = 0; hero < values.size(); ++hero)
        ASSERT_EQ(contains(set, hero), values[hero] > bound);
    }
  }
}

TEST(ValueIndex, KnowsTheHoldersOfCommonAndRareValues) {
  Random random(1);
  std::vector<std::uint32_t> values(2000);
  for (std::uint32_t& value : values)
    value = std::min({random.below(500), random.below(500), random.below(500)});
  const ValueIndex index(values, 500);
  Bitset scratch;
  bool rare = false;
  for (std::uint32_t value = 0; value < 500; ++value) {
    rare |= index.dense(value).empty();
    const BitsetView bits = index.bits(value, scratch);
    for (std::uint32_t hero = 0; hero < values.size(); ++hero)
      ASSERT_EQ(contains(bits, hero), values[hero] == value);
  }
  EXPECT_TRUE(rare);
}

/// A full board agrees with the reference evaluation, whatever was placed and removed before.
TEST(Board, AgreesWithTheReferee) {
  for (auto&& [seed, random] : seeds_from_1(skerry::test::random_cases(400U))) {
    const Roster roster(test::random_puzzle(random, {.graded = seed % 2 == 0, .alike = seed % 3 == 0}));
    Board board(roster);
    for (int round = 0; round < 20; ++round) {
      auto party = test::random_party(roster.puzzle(), random);
      for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
        if (!board.open(node)) board.remove(node);
      }
      for (std::uint32_t node = 0; node < roster.nodes(); ++node)
        board.place(node, roster.price_place(party[node]));
      const std::uint32_t again = random.below(roster.nodes());
      const std::uint32_t hero = board.hero(again), other = random.below(roster.heroes());
      for (const std::uint32_t next : {board.has(other) ? hero : other, hero}) {
        const double weight = board.weight_with(again, next);
        std::vector<double> missing(roster.puzzle().requirements.size());
        for (std::size_t r = 0; r < missing.size(); ++r) missing[r] = board.missing_with(r, again, next);
        board.remove(again);
        board.place(again, next);
        EXPECT_NEAR(board.weight(), weight, 1e-9);
        for (std::size_t r = 0; r < missing.size(); ++r) EXPECT_NEAR(board.missing(r), missing[r], 1e-9);
      }
      const Score expected = score(roster.puzzle(), party);
      bool locks_hold = true;
      for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
        const auto& locked = roster.puzzle().nodes[node].locked;
        locks_hold = locks_hold && (!locked || *locked == party[node]);
      }
      EXPECT_EQ(board.score().fitness, expected.fitness);
      EXPECT_EQ(board.score().violation == 0, expected.violation == 0);
      if (locks_hold) {
        EXPECT_NEAR(board.score().violation, expected.violation, 1e-9);
      }
      EXPECT_NEAR(board.synergy(), synergy(roster.puzzle(), party), 1e-9);
    }
  }
}

}  // namespace
}  // namespace skerry::party
