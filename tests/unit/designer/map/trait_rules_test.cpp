#include "designer/map/pattern_heroes.hpp"
#include "unit/puzzles/party/puzzles.hpp"

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

TEST(TraitRules, ComeCountedTraitsFirstAndThenThoseOfFewerValues) {
  const Puzzle puzzle = read_texts(
      with(small_puzzle, "traits = [\"race\", \"faith\"]", "traits = [\"id\", \"race\", \"faith\"]") +
      "[[requirement]]\nkind = \"distinct\"\nproperty = \"faith\"\nat_least = 2\n"
      "[[requirement]]\nkind = \"share\"\nproperty = \"race\"\nat_most = 2\n");
  const std::vector<TraitRule> rules = trait_rules(puzzle);
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[0].trait, 2U);
  EXPECT_TRUE(rules[0].counted);
  EXPECT_EQ(rules[0].least, 2U);
  EXPECT_EQ(rules[0].most, 3U);
  EXPECT_EQ(rules[1].trait, 1U);
  EXPECT_FALSE(rules[1].counted);
  EXPECT_EQ(rules[1].share, 2U);
  EXPECT_EQ(rules[1].values, 3U);
  EXPECT_EQ(rules[2].trait, 0U);
  EXPECT_EQ(rules[2].values, 6U);
  EXPECT_EQ(counted_traits(puzzle), (std::vector<bool>{false, false, true}));
}

TEST(TraitRules, TheTightestRuleCounts) {
  const Puzzle puzzle =
      read_texts(std::string(small_puzzle) +
                 "[[requirement]]\nkind = \"distinct\"\nproperty = \"race\"\nat_least = 2\nat_most = 3\n"
                 "[[requirement]]\nkind = \"distinct\"\nproperty = \"race\"\nat_most = 2\n");
  for (const TraitRule& rule : trait_rules(puzzle)) {
    if (rule.trait != 0) continue;
    EXPECT_EQ(rule.least, 2U);
    EXPECT_EQ(rule.most, 2U);
  }
}

TEST(TraitRules, HeroesWhoAreAlikeLeaveRoomForFewerValues) {
  const Puzzle puzzle =
      read_texts(std::string(small_puzzle) +
                 "[[requirement]]\nkind = \"share\"\nproperty = \"faith\"\nat_least = 2\nat_most = 3\n");
  for (const TraitRule& rule : trait_rules(puzzle)) {
    const bool faith = rule.trait == 1;
    EXPECT_EQ(rule.alike, faith ? 2U : 1U);
    EXPECT_EQ(rule.share, faith ? 3U : max_nodes);
    EXPECT_EQ(rule.most, faith ? 2U : 3U);
  }
}

}  // namespace
}  // namespace skerry::party
