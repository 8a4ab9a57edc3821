#include "designer/map/trait_patterns.hpp"

#include "puzzles/party/puzzle/judge.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

constexpr test::RandomPuzzleSettings few_heroes = {.most_heroes = 11, .most_nodes = 4};

Puzzle with_values(Puzzle puzzle, std::size_t trait, double values) {
  Requirement& rule = puzzle.requirements.emplace_back();
  rule.kind = RequirementKind::distinct;
  rule.column = puzzle.synergy.columns[trait];
  rule.at_least = values;
  rule.at_most = values;
  return puzzle;
}

/// Calls check(puzzle, whether it has a party) for random puzzles that ask for exact numbers of values.
void for_counted_puzzles(std::uint64_t seed, int cases, const auto& check) {
  Random random(seed, 0);
  for (int i = 0; i < cases; ++i) {
    test::RandomPuzzleSettings settings = few_heroes;
    settings.alike = i % 2 == 0;
    const Puzzle puzzle = test::random_puzzle(random, settings);
    const auto parties = test::every_sound_party(puzzle);
    for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
      for (double values = 1; values <= static_cast<double>(puzzle.nodes.size()); ++values) {
        SCOPED_TRACE(testing::Message() << "puzzle " << i << ", trait " << trait << ", values " << values);
        const Puzzle counted = with_values(puzzle, trait, values);
        check(counted, std::ranges::any_of(
                           parties, [&](const auto& party) { return score(counted, party).violation == 0; }));
      }
    }
  }
}

TEST(TraitPatterns, SayWhatEnumerationSays) {
  std::map<bool, int> told;
  for_counted_puzzles(42, skerry::test::random_cases(30), [&](const Puzzle& puzzle, bool solvable) {
    const TraitAgreements agreements(puzzle);
    const PatternAnswer quick = search_patterns(puzzle, agreements, {});
    EXPECT_TRUE(!quick.solvable || (!*quick.solvable && !solvable));
    const PatternAnswer answer = search_patterns(puzzle, agreements, {.hero_steps = 1'000'000});
    if (!answer.solvable) return;
    ++told[*answer.solvable];
    ASSERT_EQ(*answer.solvable, solvable);
    if (solvable) {
      EXPECT_EQ(score(puzzle, answer.party).violation, 0);
    }
  });
  EXPECT_GT(told[true], skerry::test::random_cases(20));
  EXPECT_GT(told[false], skerry::test::random_cases(20));
}

TEST(TraitPatterns, GetMoreStepsWhereSomeNeedThem) {
  for_counted_puzzles(43, skerry::test::random_cases(10), [](const Puzzle& puzzle, bool solvable) {
    const PatternAnswer answer =
        search_patterns(puzzle, TraitAgreements(puzzle), {.hero_steps = 10'000'000, .steps_of_a_pattern = 1});
    if (!puzzle.edges.empty()) {
      EXPECT_EQ(answer.solvable, solvable);
    }
  });
}

TEST(TraitPatterns, AreLeftUndecidedWithoutSteps) {
  for_counted_puzzles(44, skerry::test::random_cases(10), [](const Puzzle& puzzle, bool solvable) {
    const TraitAgreements agreements(puzzle);
    const PatternLimits stopped = {
        .hero_steps = 1'000'000, .steps_of_a_pattern = 1, .stop = [] { return true; }};
    for (const PatternLimits& limits : {PatternLimits{.steps = 1, .hero_steps = 1}, stopped}) {
      const PatternAnswer answer = search_patterns(puzzle, agreements, limits);
      EXPECT_EQ(answer.solvable.value_or(solvable), solvable);
    }
  });
}

}  // namespace
}  // namespace skerry::party
