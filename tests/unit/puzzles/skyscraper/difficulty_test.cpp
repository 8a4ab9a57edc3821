#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

#include <array>

#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

TEST(SkyscraperDifficulty, OfThePublishedPuzzles) {
  EXPECT_EQ(rate(test::read_one(published::small)), Difficulty::hard);
  EXPECT_EQ(rate(test::read_one(published::seven)), Difficulty::hard);
  EXPECT_EQ(rate(test::read_one(published::hard)), Difficulty::unreasonable);
  EXPECT_EQ(rate(test::read_one("4:///////////////")), Difficulty::unreasonable);
  EXPECT_EQ(rate(test::read_one("2:1///////")), Difficulty::easy);
}

TEST(SkyscraperDifficulty, IsTheFirstInferenceThatDecides) {
  int puzzles[3] = {};
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 3 + random.below(3);
    const double givens = 0.3 * random.uniform();
    const double clues = 0.3 + 0.7 * random.uniform();
    const Grid solution = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(solution, size, clues, givens, random);
    if (test::brute_count(puzzle, 2) != 1) continue;
    const Difficulty difficulty = rate(puzzle);
    ++puzzles[static_cast<int>(difficulty)];
    for (const Difficulty asked : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
      EXPECT_EQ(decided_by(asked, puzzle), asked >= difficulty);
    }
  }
  for (const int count : puzzles) EXPECT_GT(count, 0);
}

// This tests all subsets of the clues of all squares, so `generate` may refuse to look for such a puzzle.
TEST(SkyscraperDifficulty, CluesAloneNeverAskForAGuessAtSizeThree) {
  int squares = 0;
  for (std::uint32_t code = 0; code < 81 * 3; ++code) {
    // Five cells determine the others of a square of size 3, if there is such a square.
    Grid grid(9);
    for (std::uint32_t cell = 0, rest = code; cell < 5; ++cell, rest /= 3) {
      grid[std::array{0U, 1U, 3U, 4U, 8U}[cell]] = static_cast<std::uint8_t>(1 + rest % 3);
    }
    grid[2] = static_cast<std::uint8_t>(6 - grid[0] - grid[1]);
    grid[5] = static_cast<std::uint8_t>(6 - grid[3] - grid[4]);
    grid[6] = static_cast<std::uint8_t>(6 - grid[0] - grid[3]);
    grid[7] = static_cast<std::uint8_t>(6 - grid[1] - grid[4]);
    Random random(0);
    const Puzzle all = test::puzzle_around(grid, 3, 1, 0, random);
    if (!solves(all, grid)) continue;
    ++squares;
    EXPECT_TRUE(decided_by(Difficulty::hard, all)) << "so no cell need be given";
    for (std::uint32_t kept = 0; kept < 1U << 12; ++kept) {
      Puzzle puzzle = all;
      for (std::uint32_t clue = 0; clue < 12; ++clue) {
        if ((kept >> clue & 1) == 0) puzzle.clues[clue] = 0;
      }
      EXPECT_EQ(decided_by(Difficulty::hard, puzzle), decided_by(Difficulty::unreasonable, puzzle));
    }
  }
  EXPECT_EQ(squares, 12);
  EXPECT_EQ(rate(test::read_one("3:////2//////2/,1h")), Difficulty::unreasonable)
      << "with a given there is one";
}

}  // namespace
}  // namespace skerry::skyscraper
