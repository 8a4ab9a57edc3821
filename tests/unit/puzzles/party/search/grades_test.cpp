#include "puzzles/party/search/grades.hpp"

#include "puzzles/party/search/candidates.hpp"
#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/local_search.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace {

/// A board with some random heroes, one node open at least.
void fill_some(Board& board, Random& random) {
  const Roster& roster = board.roster();
  const auto party = test::random_party(roster.puzzle(), random);
  for (std::uint32_t node = 0; node < roster.nodes(); ++node) {
    if (!board.open(node)) board.remove(node);
  }
  for (std::uint32_t node = 1; node < roster.nodes(); ++node) {
    if (random.chance(0.7)) board.place(node, roster.price_place(party[node]));
  }
}

/// Returns the level from which on a hero of that weight must be found.
double level_of(const Roster& roster, double base, double weight) {
  return std::ceil((weight - base - roster.levels().slack) * roster.levels().scale);
}

/// No hero is missed who is as heavy as asked; and where all quantities are whole, no other is found.
TEST(Grades, BoundTheWeightOfEveryHero) {
  std::size_t heroes = 0;
  std::size_t too_many = 0;
  for (auto&& [seed, random] : seeds_from_1(200)) {
    const bool whole = seed % 2 == 0;
    const Roster roster(test::random_puzzle(random, {.whole_weights = whole, .graded = true}));
    if (roster.grades() == nullptr) continue;
    Board board(roster);
    fill_some(board, random);
    Bitset everyone(roster.blocks(), Block{});
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) insert(everyone, hero);
    WeightLevels levels;
    levels.compute(board, 0, everyone);
    const auto filled = std::ranges::count_if(
        roster.neighbours(0), [&](std::uint32_t neighbour) { return !board.open(neighbour); });
    const double base = roster.base_weight(0, static_cast<std::size_t>(filled));
    for (int round = 0; round < 5; ++round) {
      const double asked = board.weight_toward(0, random.below(roster.heroes()));
      const double level = level_of(roster, base, asked);
      Bitset found = everyone;
      levels.keep_at_least(level > 0 ? static_cast<std::uint32_t>(level) : 0, found);
      for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
        const double weight = board.weight_toward(0, hero);
        if (weight >= asked) {
          ASSERT_TRUE(contains(found, hero));
        }
        ++heroes;
        if (contains(found, hero) && weight < asked - tolerance) {
          ++too_many;
          ASSERT_FALSE(whole && level > 0) << weight << " for " << asked;
        }
      }
    }
  }
  EXPECT_LT(static_cast<double>(too_many), 0.1 * static_cast<double>(heroes));
}

TEST(Grades, ManyTermsOfVeryDifferentSizeStayBounds) {
  Random random(1);
  Puzzle puzzle = test::random_puzzle(random, {.most_nodes = 8, .graded = true});
  for (std::size_t edge = 0; edge < puzzle.edges.size(); ++edge)
    puzzle.edge_weights[edge] = edge % 2 ? 1000 : 1e-6;
  for (std::size_t fit = 0; fit < max_fits; ++fit) puzzle.nodes[0].fits.push_back({{0, {0}}, 0.001});
  puzzle.nodes[0].fits.resize(max_fits);
  puzzle.synergy.weights = {1e300, 1e-3, 3, 1e300};
  const Roster roster(puzzle);
  Board board(roster);
  for (int round = 0; round < 50; ++round) {
    fill_some(board, random);
    Bitset everyone(roster.blocks(), Block{});
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) insert(everyone, hero);
    WeightLevels levels;
    levels.compute(board, 0, everyone);
    Bitset highest = everyone;
    const double bound = roster.base_weight(0, 0) + levels.keep_highest(highest) / roster.levels().scale;
    for (std::uint32_t hero = 0; hero < roster.heroes(); ++hero) {
      ASSERT_LE(board.weight_toward(0, hero), bound + roster.levels().slack);
    }
  }
}

/// Quantities that are next to nothing leave no level, and no infinite scale.
TEST(Grades, BearQuantitiesNextToNothing) {
  Random random(2);
  Puzzle puzzle = test::random_puzzle(random, {.graded = true});
  for (double& weight : puzzle.edge_weights) weight = 1e-300;
  for (double& weight : puzzle.synergy.weights) weight = 1e-310;
  puzzle.synergy.curve = {0, 1e-305};
  for (Node& node : puzzle.nodes) node.fits = {{{0, {0}}, 1e-308}};
  const Roster roster(puzzle);
  EXPECT_TRUE(std::isfinite(roster.levels().scale));
  EXPECT_TRUE(std::isfinite(roster.levels().slack));
  Constructor constructor(roster, {});
  Board board(roster);
  constructor.attempt(board, random);
  EXPECT_GE(board.synergy(), 0);
}

/// Where no synergy is asked, penalties keep no hero from a node.
TEST(Grades, TheLocalSearchNeedsNoSynergyWhereNoneIsAsked) {
  for (auto&& [seed, random] : seeds_from_1(20)) {
    Puzzle puzzle = test::random_puzzle(random);
    puzzle.requirements.clear();
    for (Node& node : puzzle.nodes) {
      node.conditions.clear();
      node.locked.reset();
      node.fits = {{{4, {299}}, 2}};
    }
    puzzle.synergy.at_least = 0;
    const Roster roster(puzzle);
    Board board(roster);
    for (std::uint32_t node = 0; node < roster.nodes(); ++node) board.place(node, roster.heroes() - 1 - node);
    LocalSearch search(roster);
    search(board, 10000, 10000, random);
    double best = 0;
    for (std::uint32_t node = 0; node < roster.nodes(); ++node) best += roster.objective(node);
    EXPECT_EQ(board.objective(), best);
  }
}

}  // namespace
}  // namespace skerry::party
