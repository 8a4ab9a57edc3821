#include "designer/map/trait_patterns.hpp"

#include "designer/map/pattern_heroes.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

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

TEST(TraitRules, ComeCountedTraitsFirstAndThenThoseOfFewerValues) {
  const Puzzle puzzle = read_texts(
      with(small_puzzle, "traits = [\"race\", \"faith\"]", "traits = [\"id\", \"race\", \"faith\"]") +
      "[[requirement]]\nkind = \"distinct\"\nproperty = \"faith\"\nat_least = 3\n"
      "[[requirement]]\nkind = \"share\"\nproperty = \"id\"\nat_most = 2\n");
  const std::vector<TraitRule> rules = trait_rules(puzzle);
  ASSERT_EQ(rules.size(), 3U);
  const auto told = [](const TraitRule& rule) {
    return std::tuple(rule.trait, rule.counted, rule.least, rule.most, rule.share, rule.values);
  };
  EXPECT_EQ(told(rules[0]), std::tuple(1U, true, 2U, 3U, max_nodes, 3U)) << "a race brings two faiths";
  EXPECT_EQ(told(rules[1]), std::tuple(2U, true, 3U, 3U, max_nodes, 3U));
  EXPECT_EQ(told(rules[2]), std::tuple(0U, false, 1U, 3U, 2U, 6U)) << "each hero brings one faith";
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

unsigned agreement_of(const Puzzle& puzzle, std::uint32_t first, std::uint32_t second) {
  unsigned mask = 0;
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait) {
    const auto& value = puzzle.pool.categorical[puzzle.synergy.columns[trait]].value;
    mask |= unsigned{value[first] == value[second]} << trait;
  }
  return mask;
}

TEST(TraitAgreements, AreThoseOfAllPairsOfHeroes) {
  Random random(51, 0);
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 40});
    const TraitAgreements agreements(puzzle);
    const auto heroes = heroes_of_nodes(puzzle);
    for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
      const auto [from, to] = puzzle.edges[edge];
      std::set<unsigned> masks;
      for (const std::uint32_t first : heroes[from]) {
        for (const std::uint32_t second : heroes[to]) {
          if (first != second) masks.insert(agreement_of(puzzle, first, second));
        }
      }
      for (unsigned mask = 0; mask < 1U << puzzle.synergy.columns.size(); ++mask)
        EXPECT_EQ(agreements.possible(edge, mask), masks.contains(mask))
            << "puzzle " << i << ", edge " << edge;
    }
  }
}

TEST(TraitAgreements, FollowTheHeroesWhoMayStandOnTheEnds) {
  const Puzzle puzzle = read_texts(small_puzzle);
  const TraitAgreements agreements(puzzle);
  // Ada and Ed agree in race and faith, but only Bo, Cy and Fi may stand in front.
  EXPECT_FALSE(agreements.possible(0, 3));
  EXPECT_TRUE(agreements.possible(1, 3));
}

struct WeighedPair {
  unsigned mask;  // in the order of the rules
  double weight;
};

std::vector<WeighedPair> pairs_of(const Puzzle& puzzle, std::size_t edge,
                                  const std::vector<TraitRule>& rules) {
  std::vector<WeighedPair> pairs;
  const auto heroes = heroes_of_nodes(puzzle);
  for (const std::uint32_t first : heroes[puzzle.edges[edge][0]]) {
    for (const std::uint32_t second : heroes[puzzle.edges[edge][1]]) {
      if (first == second) continue;
      unsigned mask = 0;
      for (std::size_t i = 0; i < rules.size(); ++i) {
        const auto& value = puzzle.pool.categorical[puzzle.synergy.columns[rules[i].trait]].value;
        mask |= unsigned{value[first] == value[second]} << i;
      }
      pairs.push_back({mask, edge_weight(puzzle, first, second)});
    }
  }
  return pairs;
}

double highest(const std::vector<WeighedPair>& pairs, std::size_t decided, unsigned mask) {
  double most = -std::numeric_limits<double>::infinity();
  for (const WeighedPair& pair : pairs) {
    if ((pair.mask & ((1U << decided) - 1)) == mask) most = std::max(most, pair.weight);
  }
  return most;
}

TEST(EdgeBounds, LossesAreThoseOfTheBestPairs) {
  Random random(52, 0);
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 30});
    const auto rules = trait_rules(puzzle);
    const EdgeBounds bounds(puzzle, TraitAgreements(puzzle), rules);
    double most = 0;
    for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge) {
      const auto pairs = pairs_of(puzzle, edge, rules);
      most += highest(pairs, 0, 0);
      for (std::size_t decided = 0; decided < rules.size(); ++decided) {
        for (unsigned mask = 0; mask < 1U << decided; ++mask) {
          const double before = highest(pairs, decided, mask);
          if (before < 0) continue;
          for (const bool agree : {false, true}) {
            const double after = highest(pairs, decided + 1, mask | unsigned{agree} << decided);
            EXPECT_DOUBLE_EQ(bounds.loss(edge, decided, mask, agree), before - after);
          }
        }
      }
    }
    EXPECT_NEAR(bounds.most(), most, 1e-9);
  }
}

TEST(EdgeBounds, ToAgreeHelpsWhereSomePairsWeighMore) {
  Random random(53, 0);
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 30});
    const auto rules = trait_rules(puzzle);
    if (rules.empty() || puzzle.edges.empty()) continue;
    const EdgeBounds bounds(puzzle, TraitAgreements(puzzle), rules);
    const auto pairs = pairs_of(puzzle, 0, rules);
    const std::size_t last = rules.size() - 1;
    for (unsigned mask = 0; mask < 1U << last; ++mask)
      EXPECT_EQ(bounds.helps(0, last, mask),
                highest(pairs, rules.size(), mask | 1U << last) > highest(pairs, rules.size(), mask));
  }
}

}  // namespace
}  // namespace skerry::party
