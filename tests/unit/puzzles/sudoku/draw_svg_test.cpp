#include "puzzles/sudoku/draw_svg.hpp"

#include "puzzles/sudoku/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/sudoku/grids.hpp"
#include "unit/puzzles/sudoku/reference.hpp"
#include "unit/puzzles/svg_text.hpp"

namespace skerry::sudoku {
namespace {

using svg::count;
using svg::dashed;
using svg::line_with;

bool is_marked(const std::string& svg, std::uint32_t row, std::uint32_t column) {
  return svg::is_marked(svg, 10, row, column);
}

Grid grid_of(std::string_view text) {
  return parse_grid(Puzzle(2), text, "test.txt");
}

TEST(SudokuDrawSvg, APuzzleAloneIsNotJudged) {
  const std::string svg = draw_svg(test::read_one("1.......2...4.1."));
  EXPECT_THAT(svg, HasSubstr("<title>Sudoku, 4 by 4</title>\n<desc>1.......2...4.1.</desc>"));
  EXPECT_EQ(count(svg, "<text "), 4U);
  EXPECT_EQ(count(svg, "font-weight='bold'"), 4U);
  EXPECT_EQ(count(svg, dashed), 0U);
}

TEST(SudokuDrawSvg, ASolutionKeepsTheGivensBold) {
  const std::string svg = draw_svg(test::read_one("1.......2...4.2."), grid_of("1234 3412 2143 4321"));
  EXPECT_THAT(svg, HasSubstr("<title>Sudoku, 4 by 4, solved</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>1.......2...4.2.\n1234341221434321</desc>"));
  EXPECT_EQ(count(svg, "<text "), 16U);
  EXPECT_EQ(count(svg, "font-weight='bold'"), 4U);
  EXPECT_EQ(count(svg, dashed), 0U);
}

TEST(SudokuDrawSvg, StrongLinesPartTheBoxes) {
  const std::string svg = draw_svg(Puzzle(3));
  EXPECT_THAT(svg, HasSubstr("<path d='M10 130h360M130 10v360M10 250h360M250 10v360' fill='none' "
                             "stroke='#1a1a1a' stroke-width='2.5'/>"));
  EXPECT_THAT(svg, HasSubstr("viewBox='0 0 380 380'"));
}

TEST(SudokuDrawSvg, ARepeatedValueIsMarkedWhereverItStands) {
  const std::string svg = draw_svg(Puzzle(2), grid_of("1234 3112 2143 4321"));
  for (std::uint32_t row = 0; row < 4; ++row) {
    for (std::uint32_t column = 0; column < 4; ++column) {
      // The second 1 of row 2 repeats a value of the row, of column 2 and of box 1.
      const bool marked = (row == 0 && column == 0) || (row == 1 && (column == 1 || column == 2)) ||
                          (row == 2 && column == 1);
      EXPECT_EQ(is_marked(svg, row, column), marked) << row << " " << column;
    }
  }
  EXPECT_THAT(svg, HasSubstr("not solved</title>"));
  EXPECT_THAT(svg, HasSubstr("Broken: row 2 holds 1 to 4 once each: 1 in column 3 again; "));
}

TEST(SudokuDrawSvg, AGivenThatIsNotKeptIsStruckOut) {
  const std::string svg = draw_svg(test::read_one("2..............1"), grid_of("1234 3412 2143 4321"));
  EXPECT_TRUE(is_marked(svg, 0, 0));
  EXPECT_FALSE(is_marked(svg, 3, 3));
  EXPECT_THAT(line_with(svg, "line-through"), HasSubstr(">2</text>"));
  EXPECT_EQ(count(svg, "line-through"), 1U);
}

TEST(SudokuDrawSvg, EmptyCellsAreNotMarked) {
  Grid grid(16);
  grid[5] = 99;
  const std::string svg = draw_svg(Puzzle(2), grid);
  EXPECT_EQ(count(svg, "<text "), 1U);
  EXPECT_THAT(svg, HasSubstr(">99</text>"));
  EXPECT_TRUE(is_marked(svg, 1, 1));
  EXPECT_FALSE(is_marked(svg, 0, 0));
  EXPECT_THAT(svg, HasSubstr("not solved"));
}

TEST(SudokuDrawSvg, NothingIsMarkedExactlyWhereEveryRuleIsMet) {
  for (auto&& [seed, random] : seeds(200)) {
    const std::uint32_t order = least_order + random.below(max_order - least_order + 1);
    const std::uint32_t size = order * order;
    Grid grid = test::random_grid(order, random);
    const Puzzle puzzle = test::puzzle_of(order, grid, 0.3, random);
    if (random.chance(0.5))
      grid[random.below(size * size)] = static_cast<std::uint8_t>(1 + random.below(size));
    const std::string svg = draw_svg(puzzle, grid);
    EXPECT_EQ(count(svg, dashed) == 0, solves(puzzle, grid));
    EXPECT_EQ(count(svg, ", solved</title>") == 1, solves(puzzle, grid));
  }
}

}  // namespace
}  // namespace skerry::sudoku
