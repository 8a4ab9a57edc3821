#include "puzzles/party/proof/clash.hpp"

#include "skerry/random.hpp"

#include "puzzles/party/proof/clash_rules.hpp"
#include "unit/puzzles/party/proof/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

using Kind = ClashRule::Kind;
const auto never = [] { return false; };

/// Returns a puzzle of a random mixture of rules that are rather hard to meet together.
Puzzle random_hard_puzzle(Random& random) {
  Puzzle puzzle = test::random_puzzle(
      random,
      {.most_heroes = 5, .most_nodes = 4, .whole_weights = random.chance(0.5), .graded = random.chance(0.4)});
  puzzle.synergy.at_least = 0.1 * random.below(11);
  for (Requirement& requirement : puzzle.requirements) {
    const bool sum =
        requirement.kind == RequirementKind::total || requirement.kind == RequirementKind::average;
    const double more = sum ? random.below(40) : random.below(3);
    if (requirement.at_least) *requirement.at_least += more;
    if (requirement.at_most)
      *requirement.at_most =
          std::max(sum ? -1000.0 : 1.0, *requirement.at_most - (requirement.at_least ? 0 : more));
    if (requirement.at_least && requirement.at_most && *requirement.at_least > *requirement.at_most)
      requirement.at_most.reset();
  }
  return puzzle;
}

std::vector<ClashRule> rules_named(const Puzzle& puzzle, const IntegerPuzzle& whole, const Clash& clash) {
  std::vector<ClashRule> named;
  for (const ClashRule& rule : clash_rules(puzzle, whole)) {
    if (std::ranges::find(clash.rules, rule.text) != clash.rules.end()) named.push_back(rule);
  }
  return named;
}

/// Returns the rules that a clash names, with one of them a bit tighter than its relaxation, as a puzzle.
Puzzle with_tighter(const Puzzle& puzzle, const IntegerPuzzle& whole, std::vector<ClashRule> rules,
                    std::size_t r, double bound) {
  ClashRule rule = rules[r];
  const double step = rule.kind == Kind::linear || rule.kind == Kind::synergy ? 1e-6 : 1;
  const double tighter = rule.at_most ? bound - step : bound + step;
  if (rule.kind == Kind::restriction || rule.kind == Kind::locked) return only_with(rules, puzzle, whole);
  rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(r));
  Puzzle changed = only_with(rules, puzzle, whole);
  if (rule.kind == Kind::synergy) {
    changed.synergy.at_least = tighter;
    return changed;
  }
  Requirement requirement = only_with(std::span(&rule, 1), puzzle, whole).requirements.front();
  (rule.at_most ? requirement.at_most : requirement.at_least) = tighter;
  changed.requirements.push_back(requirement);
  return changed;
}

/// Checks a clash against all parties. Without one of its rules the others must not clash.
void check(const Puzzle& puzzle, const Clash& clash, const auto& clashes) {
  const IntegerPuzzle whole = integer_puzzle(puzzle);
  const std::vector<ClashRule> named = rules_named(puzzle, whole, clash);
  ASSERT_GE(named.size(), clash.rules.size());
  EXPECT_TRUE(test::every_sound_party(only_with(named, puzzle, whole)).empty());
  EXPECT_TRUE(clash.irreducible);
  for (std::size_t r = 0; r < named.size(); ++r) {
    std::vector<ClashRule> others = named;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(r));
    const bool two_sided = named.size() > clash.rules.size();
    EXPECT_FALSE(!two_sided && clashes(only_with(others, puzzle, whole)));
  }
  for (const auto& [r, bound, text] : clash.relaxations) {
    ASSERT_LT(r, clash.rules.size());
    EXPECT_FALSE(text.empty());
    if (named.size() != clash.rules.size()) continue;  // both sides of a requirement
    const auto rule = std::ranges::find(named, clash.rules[r], &ClashRule::text);
    const auto place = static_cast<std::size_t>(rule - named.begin());
    EXPECT_TRUE(test::every_sound_party(with_tighter(puzzle, whole, named, place, bound)).empty())
        << "rule '" << rule->text << "' as '" << text << "'";
  }
}

class ClashOnRandomPuzzles : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ClashOnRandomPuzzles, IsNamedOnlyWhereNoPartyMeetsTheRules) {
  Random random(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << GetParam());
  int impossible = 0, proven = 0;
  int n = std::getenv("N") ? std::atoi(std::getenv("N")) : 60;
  for (int i = 0; i < n; ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = random_hard_puzzle(random);
    const bool possible = !test::every_sound_party(puzzle).empty();
    const auto clash = find_clash(puzzle, never);
    const auto searched = search_clash(puzzle, never);
    ASSERT_FALSE(possible && clash);
    ASSERT_EQ(searched.has_value(), !possible);
    impossible += possible ? 0 : 1;
    proven += clash ? 1 : 0;
    if (clash) check(puzzle, *clash, [](const Puzzle& rest) { return find_clash(rest, never).has_value(); });
    if (searched)
      check(puzzle, *searched, [](const Puzzle& rest) { return test::every_sound_party(rest).empty(); });
    if (HasFailure()) return;
  }
  RecordProperty("impossible", impossible);
  RecordProperty("proven", proven);
  EXPECT_GE(3 * proven, impossible);
  printf("%d of %d impossible proven (%d)\n", proven, impossible, n);
}

INSTANTIATE_TEST_SUITE_P(Seeds, ClashOnRandomPuzzles, testing::Values(1, 2, 3));

}  // namespace
}  // namespace skerry::party
