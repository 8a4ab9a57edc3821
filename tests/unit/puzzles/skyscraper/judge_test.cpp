#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

std::string broken(const Puzzle& puzzle, const Grid& grid) {
  std::string text;
  for (const Verdict& verdict : judge(puzzle, grid)) {
    if (!verdict.met) text += verdict.rule + ": " + verdict.found + "\n";
  }
  return text;
}

TEST(SkyscraperJudge, PublishedSolutions) {
  const Puzzle small = test::read_one(published::small);
  EXPECT_EQ(penalty(small, test::grid_of(published::small_solution)), 0U);
  EXPECT_EQ(judge(small, test::grid_of(published::small_solution)).size(), 4U + 4 + 5);
  EXPECT_TRUE(solves(test::read_one(published::seven), test::grid_of(published::seven_solution)));
}

TEST(SkyscraperJudge, EachBrokenRuleCostsAPoint) {
  const Puzzle puzzle = test::read_one(published::small);
  EXPECT_EQ(penalty(puzzle, Grid(16)), 16U + 16 + 5);
  const Grid a_hole = test::grid_of("2143 0412 4231 1324");
  EXPECT_EQ(penalty(puzzle, a_hole), 2U);
  EXPECT_EQ(broken(puzzle, a_hole),
            "row 2 holds 1 to 4 once each: nothing in column 1\n"
            "column 1 holds 1 to 4 once each: nothing in row 2\n");
  const Grid repeated = test::grid_of("2143 2412 4231 1324");
  EXPECT_EQ(penalty(puzzle, repeated), 2U);
  EXPECT_EQ(broken(puzzle, repeated),
            "row 2 holds 1 to 4 once each: 2 in column 4 again\n"
            "column 1 holds 1 to 4 once each: 2 in row 2 again\n");
  Grid high = test::grid_of(published::small_solution);
  high[3] = 9;
  EXPECT_EQ(penalty(puzzle, high), 3U);
  EXPECT_EQ(broken(puzzle, high),
            "row 1 holds 1 to 4 once each: 9 in column 4\n"
            "column 4 holds 1 to 4 once each: 9 in row 1\n"
            "column 4 shows 2 from the top: 1\n");
}

TEST(SkyscraperJudge, LatinSquaresLosePointsForCluesOnly) {
  const Puzzle puzzle = test::read_one(published::small);
  const Grid rows_swapped = test::grid_of("3412 2143 4231 1324");
  EXPECT_EQ(broken(puzzle, rows_swapped),
            "column 3 shows 1 from the top: 2\n"
            "column 4 shows 2 from the top: 3\n");
  EXPECT_EQ(penalty(puzzle, rows_swapped), 2U);
}

TEST(SkyscraperJudge, GivensAreKept) {
  const Puzzle puzzle = test::read_one("2:///////,1c");
  EXPECT_EQ(broken(puzzle, {1, 2, 2, 1}), "");
  EXPECT_EQ(penalty(puzzle, Grid{2, 1, 1, 2}), 1U);
  EXPECT_EQ(broken(puzzle, {2, 1, 1, 2}), "the givens are kept: 2 instead of 1 in row 1 column 1\n");
}

TEST(SkyscraperJudge, NoPointIsLostExactlyWhereEveryRuleIsMet) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 2 + random.below(4);
    Grid grid = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(grid, size, 0.5, 0.3, random);
    EXPECT_EQ(penalty(puzzle, grid), 0U);
    grid[random.below(size * size)] = static_cast<std::uint8_t>(random.below(size + 2));
    const auto verdicts = judge(puzzle, grid);
    EXPECT_EQ(penalty(puzzle, grid) == 0, std::ranges::all_of(verdicts, &Verdict::met));
  }
}

}  // namespace
}  // namespace skerry::skyscraper
