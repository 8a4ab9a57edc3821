#include "skerry/random.hpp"

#include "designer/proof/clash_program.hpp"
#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/puzzle/judge.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace skerry::party {
namespace {

std::int64_t sum_over_edges(const Puzzle& puzzle, const WholeSynergy& whole,
                            const std::vector<std::uint32_t>& party) {
  std::vector<std::vector<std::uint32_t>> codes;
  for (std::size_t trait = 0; trait < puzzle.synergy.columns.size(); ++trait)
    codes.push_back(trait_codes(puzzle, trait));
  std::int64_t sum = 0;
  for (std::size_t e = 0; e < puzzle.edges.size(); ++e) {
    const auto& [first, second] = puzzle.edges[e];
    std::size_t mask = 0;
    for (std::size_t trait = 0; trait < codes.size(); ++trait)
      mask |= std::size_t{codes[trait][party[first]] == codes[trait][party[second]]} << trait;
    sum += whole.edge_weight[e] * whole.weight_of_mask[mask];
  }
  return sum;
}

TEST(WholeSynergy, BoundsThatOfEveryParty) {
  constexpr std::uint64_t seed = 8;
  Random random(seed);
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  for (int i = 0; i < 100; ++i) {
    const bool graded = i % 2 == 0;
    Puzzle puzzle = test::random_puzzle(
        random, {.most_heroes = 20, .whole_weights = random.chance(0.5), .graded = graded});
    for (int trial = 0; trial < 20; ++trial) {
      const auto party = test::random_party(puzzle, random);
      const double exact = synergy(puzzle, party);
      puzzle.synergy.at_least = exact;
      const WholeSynergy whole = whole_synergy(puzzle);
      const std::int64_t sum = sum_over_edges(puzzle, whole, party);
      EXPECT_GE(sum, whole.at_least) << "puzzle " << i;
      EXPECT_GE(static_cast<double>(sum) * whole.unit, exact - 1e-9);
      EXPECT_LE(static_cast<double>(sum) * whole.unit, graded ? 1e9 : exact + 1e-5);
    }
  }
}

TEST(WholeSynergy, KnowsTraitsThatTellOthers) {
  const std::vector<std::uint32_t> nation = {0, 1, 0, 1}, league = {0, 0, 1, 1}, club = {5, 5, 6, 7};
  EXPECT_EQ(possible_masks({nation, league, club}),
            (std::vector<unsigned>{0b000, 0b001, 0b010, 0b011, 0b110, 0b111}));
}

TEST(DenseSubgraph, KnowsHowManyEdgesAFewNodesCanHave) {
  const std::vector<std::array<std::uint32_t, 2>> edges = {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}};
  EXPECT_EQ(most_weight_within(5, edges, std::vector<std::int64_t>(5, 1)),
            (std::vector<std::int64_t>{0, 0, 1, 3, 4, 5}));
  EXPECT_EQ(most_weight_within(5, edges, std::vector<std::int64_t>{1, 1, 1, 1, 9}),
            (std::vector<std::int64_t>{0, 0, 9, 10, 11, 13}));
}

TEST(DenseSubgraph, BoundsLargeGraphs) {
  Random random(2);
  std::vector<std::array<std::uint32_t, 2>> edges;
  std::vector<std::int64_t> weights;
  for (std::uint32_t b = 1; b < 18; ++b) {
    for (std::uint32_t a = 0; a < b; ++a) {
      if (!random.chance(0.3)) continue;
      edges.push_back({a, b});
      weights.push_back(1 + random.below(4));
    }
  }
  const auto exact = most_weight_within(18, edges, weights);
  const auto bound = most_weight_within(30, edges, weights);  // with twelve nodes that have no edge
  for (std::size_t k = 0; k < exact.size(); ++k) EXPECT_GE(bound[k], exact[k]) << k << " nodes";
  EXPECT_EQ(bound[0], 0);
  EXPECT_EQ(bound[1], 0);
  EXPECT_EQ(bound[2], exact[2]);
  EXPECT_EQ(bound[30], exact[18]);
}

}  // namespace
}  // namespace skerry::party
