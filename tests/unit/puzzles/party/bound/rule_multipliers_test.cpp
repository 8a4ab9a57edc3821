#include "skerry/random.hpp"

#include "puzzles/party/bound/lagrangian.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <gtest/gtest.h>

namespace skerry::party {
namespace rule_multipliers_test {

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

}  // namespace rule_multipliers_test
}  // namespace skerry::party
