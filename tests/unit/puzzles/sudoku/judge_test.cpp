#include "puzzles/sudoku/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/sudoku/grids.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

namespace skerry::sudoku {
namespace {

std::string broken(const Puzzle& puzzle, const Grid& grid) {
  std::string text;
  for (const Verdict& verdict : judge(puzzle, grid)) {
    if (!verdict.met) text += verdict.rule + ": " + verdict.found + "\n";
  }
  return text;
}

Grid judged_grid(std::string_view text) {
  return parse_grid(Puzzle(2), text, "test.txt");
}

TEST(SudokuJudge, ASolutionMeetsEveryRule) {
  const Puzzle puzzle = test::read_one("1.......2...4.2.");
  const Grid grid = judged_grid("1234 3412 2143 4321");
  EXPECT_EQ(judge(puzzle, grid).size(), 4U + 4 + 4 + 1);
  EXPECT_EQ(broken(puzzle, grid), "");
  EXPECT_TRUE(solves(puzzle, grid));
  EXPECT_EQ(fitness(2, grid), 32U);
}

TEST(SudokuJudge, WithoutGivensNoneAreJudged) {
  EXPECT_EQ(judge(Puzzle(3), test::pattern(3)).size(), 27U);
}

TEST(SudokuJudge, EachBrokenRuleSaysWhatWasFound) {
  const Puzzle puzzle(2);
  EXPECT_EQ(broken(puzzle, judged_grid("1234 3.12 2143 4321")),
            "row 2 holds 1 to 4 once each: nothing in column 2\n"
            "column 2 holds 1 to 4 once each: nothing in row 2\n"
            "box 1 holds 1 to 4 once each: nothing in row 2 column 2\n");
  EXPECT_EQ(fitness(2, judged_grid("1234 3.12 2143 4321")), 30U);
  EXPECT_EQ(broken(puzzle, judged_grid("1234 3112 2143 4321")),
            "row 2 holds 1 to 4 once each: 1 in column 3 again\n"
            "column 2 holds 1 to 4 once each: 1 in row 3 again\n"
            "box 1 holds 1 to 4 once each: 1 in row 2 column 2 again\n");
  EXPECT_EQ(fitness(2, judged_grid("1234 3112 2143 4321")), 30U);
}

TEST(SudokuJudge, ALatinSquareMayBreakBoxes) {
  const Grid grid = judged_grid("1234 2143 3412 4321");
  EXPECT_EQ(fitness(2, grid), 32U) << "the published fitness knows no boxes";
  EXPECT_FALSE(solves(Puzzle(2), grid));
  EXPECT_EQ(broken(Puzzle(2), grid).substr(0, 53), "box 1 holds 1 to 4 once each: 2 in row 2 column 1 aga");
}

TEST(SudokuJudge, GivensAreKept) {
  const Puzzle puzzle = test::read_one("2..............4");
  const Grid grid = judged_grid("1234 3412 2143 4321");
  EXPECT_EQ(broken(puzzle, grid),
            "the givens are kept: 1 instead of 2 in row 1 column 1, 1 instead of 4 in row 4 column 4\n");
  EXPECT_FALSE(solves(puzzle, grid));
}

TEST(SudokuJudge, ValuesOutOfRangeAreNoValues) {
  Grid grid = test::pattern(3);
  grid[80] = 99;
  EXPECT_EQ(fitness(3, grid), 160U);
  EXPECT_EQ(broken(Puzzle(3), grid),
            "row 9 holds 1 to 9 once each: 99 in column 9\n"
            "column 9 holds 1 to 9 once each: 99 in row 9\n"
            "box 9 holds 1 to 9 once each: 99 in row 9 column 9\n");
}

TEST(SudokuJudge, LettersOfLargeGrids) {
  Grid grid = test::pattern(4);
  grid[1] = grid[15];
  EXPECT_EQ(broken(Puzzle(4), grid),
            "row 1 holds 1 to 9 and A to G once each: G in column 16 again\n"
            "column 2 holds 1 to 9 and A to G once each: G in row 12 again\n"
            "box 1 holds 1 to 9 and A to G once each: G in row 4 column 4 again\n");
}

TEST(SudokuJudge, AgreesWithAPlainCount) {
  for (auto&& [seed, random] : seeds(500)) {
    const std::uint32_t order = least_order + random.below(max_order - least_order + 1);
    const std::uint32_t size = order * order;
    Grid grid = test::random_grid(order, random);
    const Puzzle puzzle = test::puzzle_of(order, grid, 0.3, random);
    EXPECT_TRUE(solves(puzzle, grid));
    for (std::uint32_t change = random.below(4); change > 0; --change) {
      grid[random.below(size * size)] = static_cast<std::uint8_t>(random.below(size + 1));
    }
    std::uint32_t distinct = 0;
    for (std::uint32_t line = 0; line < size; ++line) {
      std::set<std::uint8_t> row, column;
      for (std::uint32_t at = 0; at < size; ++at) {
        row.insert(grid[line * size + at]);
        column.insert(grid[at * size + line]);
      }
      distinct += static_cast<std::uint32_t>(row.size() - row.count(0) + column.size() - column.count(0));
    }
    EXPECT_EQ(fitness(order, grid), distinct);
    EXPECT_EQ(solves(puzzle, grid), std::ranges::all_of(judge(puzzle, grid), &Verdict::met));
  }
}

}  // namespace
}  // namespace skerry::sudoku
