#include "designer/map/trait_patterns.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

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
