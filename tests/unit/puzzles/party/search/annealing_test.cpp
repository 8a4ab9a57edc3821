#include "puzzles/party/search/annealing.hpp"

#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/problem.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace annealing_test {

Board filled(const Roster& roster, Random& random) {
  Board board(roster);
  Constructor::fill(roster, board, random);
  return board;
}

TEST(Annealing, LeavesAWholePartyThatIsNoWorse) {
  Random random(3);
  for (int i = 0; i < skerry::test::random_cases(80); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const auto roster =
        test::random_roster(random, {.most_heroes = 60, .graded = i % 3 == 0, .alike = i % 2 == 0});
    Board board = filled(*roster, random);
    const Score before = board.score();
    Annealing annealing(*roster);
    annealing.improve(board, 2000, random);
    EXPECT_EQ(board.open_nodes(), 0U);
    std::vector<std::uint32_t> heroes(board.heroes().begin(), board.heroes().end());
    std::ranges::sort(heroes);
    EXPECT_EQ(std::ranges::adjacent_find(heroes), heroes.end());
    for (std::uint32_t node = 0; node < roster->nodes(); ++node) {
      if (const auto& locked = roster->puzzle().nodes[node].locked) {
        EXPECT_EQ(board.hero(node), roster->price_place(*locked));
      }
    }
    EXPECT_LE(board.score().violation, before.violation + 1e-12);
    if (before.violation == 0) {
      const double sign = roster->puzzle().direction == Direction::minimise ? 1 : -1;
      EXPECT_LE(sign * board.score().fitness, sign * before.fitness + 1e-6);
    }
  }
}

TEST(Annealing, MeetsEveryRuleOfSmallPuzzles) {
  Random random(43, 0);
  int solved = 0;
  for (int i = 0; i < skerry::test::random_cases(50); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const auto roster =
        test::random_roster(random, {.most_heroes = 11, .most_nodes = 4, .alike = i % 2 == 0});
    if (test::every_sound_party(roster->puzzle()).empty()) continue;
    Annealing annealing(*roster);
    std::vector<std::uint32_t> party;
    for (int attempt = 0; attempt < 20 && party.empty(); ++attempt) party = annealing.party(20'000, random);
    ASSERT_FALSE(party.empty());
    EXPECT_EQ(score(roster->puzzle(), party).violation, 0);
    ++solved;
  }
  EXPECT_GT(solved, skerry::test::random_cases(12));
}

TEST(Annealing, FindsTheBestPartyOfSmallPuzzles) {
  Random random(5);
  int solvable = 0, found = 0;
  while (solvable < skerry::test::random_cases(20)) {
    const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 8, .most_nodes = 4});
    const auto best = test::best_fitness(puzzle);
    if (!best || puzzle.pool.size() <= puzzle.nodes.size()) continue;
    ++solvable;
    const Roster roster(puzzle);
    const double sign = puzzle.direction == Direction::minimise ? 1 : -1;
    Annealing annealing(roster);
    for (int attempt = 0; attempt < 5; ++attempt) {
      const auto party = annealing.party(5000, random);
      if (party.empty() || sign * score(puzzle, party).fitness > sign * *best + 1e-6) continue;
      EXPECT_EQ(score(puzzle, party).violation, 0);
      ++found;
      break;
    }
  }
  EXPECT_GE(found, solvable * 2 / 3);
}

TEST(Annealing, KeepsToALevelOfTheFront) {
  Random random(7);
  int improved = 0;
  for (int i = 0; i < skerry::test::random_cases(20); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const auto roster = test::random_roster(random, {.most_heroes = 11, .most_nodes = 4});
    PartyProblem problem(roster, ConstructionSettings{}, {.annealing = true});
    const auto parties = test::every_sound_party(roster->puzzle());
    if (parties.empty() || problem.objectives().size() != 2) continue;
    const double sign = roster->puzzle().direction == Direction::minimise ? 1 : -1;
    const auto start = problem.genome(parties[random.below(static_cast<std::uint32_t>(parties.size()))]);
    std::vector<double> values(2), found(2);
    problem.objectives(start, values);
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<Interval<double>> level = {{-infinity, infinity}, {values[1], infinity}};
    auto genome = start;
    Score score = problem.evaluate(genome);
    const Score before = score;
    problem.improve_front(genome, score, level, 3000, random);
    problem.objectives(genome, found);
    EXPECT_EQ(score, problem.evaluate(genome));
    EXPECT_EQ(score.violation, 0);
    EXPECT_GE(found[1], values[1] - 1e-6);
    EXPECT_LE(sign * score.fitness, sign * before.fitness + 1e-6);
    improved += sign * score.fitness < sign * before.fitness - 1e-6 ? 1 : 0;
  }
  EXPECT_GT(improved, 0);
}

}  // namespace annealing_test
}  // namespace skerry::party
