#include "designer/map/trait_patterns.hpp"
#include "puzzles/party/puzzle/formation.hpp"
#include "unit/puzzles/party/puzzles.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"
#include "unit/random_cases.hpp"

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

}  // namespace
}  // namespace skerry::party
