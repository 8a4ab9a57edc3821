#include "puzzles/party/search/islands.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/party/bound/every_party.hpp"
#include "unit/puzzles/party/random_puzzle.hpp"

namespace skerry::party {
namespace dear_heroes_test {

TEST(DearHeroes, LeaveWithoutTheBestParty) {
  Random random(5);
  std::size_t left_out = 0;
  for (int i = 0; i < skerry::test::random_cases(40); ++i) {
    SCOPED_TRACE(testing::Message() << "puzzle " << i);
    const Puzzle puzzle = test::random_puzzle(
        random, {.most_heroes = 7, .most_nodes = 4, .graded = i % 3 == 0, .alike = i % 2 == 0});
    Puzzle fewer = puzzle;
    leave_out_dear_heroes(fewer);
    EXPECT_EQ(test::best_fitness(fewer), test::best_fitness(puzzle));
    EXPECT_EQ(fewer.pool.size() + fewer.too_dear.size(), puzzle.pool.size());
    EXPECT_EQ(fewer.banned, puzzle.banned);
    left_out += fewer.too_dear.size();
  }
  EXPECT_GT(left_out, skerry::test::random_cases(10U));
}

TEST(DearHeroes, AreTheSameEachTime) {
  Random random(6);
  const Puzzle puzzle = test::random_puzzle(random, {.most_heroes = 300, .most_nodes = 6});
  Puzzle first = puzzle, second = puzzle;
  leave_out_dear_heroes(first);
  leave_out_dear_heroes(second);
  EXPECT_EQ(first.too_dear, second.too_dear);
  EXPECT_EQ(first.pool.ids, second.pool.ids);
}

TEST(DearHeroes, NobodyLeavesAPuzzleWithoutAParty) {
  Random random(7);
  Puzzle puzzle = test::too_high_a_level(random);
  const std::size_t heroes = puzzle.pool.size();
  leave_out_dear_heroes(puzzle);
  EXPECT_EQ(puzzle.pool.size(), heroes);
}

}  // namespace dear_heroes_test
}  // namespace skerry::party
