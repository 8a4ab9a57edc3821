#include "puzzles/skyscraper/draw_svg.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"
#include "unit/puzzles/svg_text.hpp"

namespace skerry::skyscraper {
namespace {

using svg::count;
using svg::dashed;
using svg::line_with;

constexpr std::string_view tick = "l3 3 5-8";
constexpr std::string_view cross = "l7 7m0-7l-7 7";

bool is_marked(const std::string& svg, std::uint32_t row, std::uint32_t column) {
  return svg::is_marked(svg, 40, row, column);
}

TEST(SkyscraperDrawSvg, APuzzleAloneIsNotJudged) {
  const std::string svg = draw_svg(test::read_one(published::small));
  EXPECT_THAT(svg, HasSubstr("<title>Skyscrapers, 4 by 4</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>4://1/2///3////1///2//</desc>"));
  EXPECT_EQ(count(svg, "<text "), 5U) << "the clues";
  EXPECT_THAT(svg, HasSubstr("<title>row 2 shows 2 from the right</title>"));
  EXPECT_EQ(count(svg, tick) + count(svg, cross) + count(svg, dashed), 0U);
}

TEST(SkyscraperDrawSvg, ASolution) {
  const std::string svg =
      draw_svg(test::read_one(published::small), test::grid_of(published::small_solution));
  EXPECT_THAT(svg, HasSubstr("<title>Skyscrapers, 4 by 4, solved</title>"));
  EXPECT_THAT(svg, HasSubstr("Row 4: 1 3 2 4</desc>"));
  EXPECT_EQ(count(svg, "<text "), 16U + 5);
  EXPECT_EQ(count(svg, tick), 5U);
  EXPECT_EQ(count(svg, cross) + count(svg, dashed), 0U);
}

TEST(SkyscraperDrawSvg, ARepeatedValueIsMarkedInBothPlaces) {
  const std::string svg = draw_svg(test::read_one(published::small), test::grid_of("2143 2412 4231 1324"));
  for (std::uint32_t row = 0; row < 4; ++row) {
    for (std::uint32_t column = 0; column < 4; ++column) {
      const bool marked = (row == 0 && column == 0) || (row == 1 && (column == 0 || column == 3));
      EXPECT_EQ(is_marked(svg, row, column), marked) << row << " " << column;
    }
  }
  EXPECT_THAT(svg, HasSubstr("not solved</title>"));
  EXPECT_THAT(svg, HasSubstr("Broken: row 2 holds 1 to 4 once each: 2 in column 4 again; "));
}

TEST(SkyscraperDrawSvg, AClueThatIsNotMetSaysWhatIsSeen) {
  const std::string svg = draw_svg(test::read_one(published::small), test::grid_of("3412 2143 4231 1324"));
  EXPECT_THAT(line_with(svg, "<title>column 3 shows 1 from the top"), HasSubstr(": 2 seen</title>"));
  EXPECT_THAT(line_with(svg, "<title>column 3 shows 1 from the top"), HasSubstr(cross));
  EXPECT_THAT(line_with(svg, "<title>row 3 shows 1 from the left"), HasSubstr(tick));
  EXPECT_EQ(count(svg, cross), 2U);
}

TEST(SkyscraperDrawSvg, GivensAreBoldAndFramed) {
  const Puzzle puzzle = test::read_one("2:///////,1c");
  const std::string kept = draw_svg(puzzle, Grid{1, 2, 2, 1});
  EXPECT_THAT(line_with(draw_svg(puzzle), ">1</text>"), HasSubstr("bold"));
  EXPECT_THAT(line_with(kept, ">1</text>"), HasSubstr("bold"));
  EXPECT_THAT(line_with(kept, ">2</text>"), Not(HasSubstr("bold")));
  EXPECT_EQ(count(kept, "M44 44h"), 1U);
  EXPECT_EQ(count(kept, dashed), 0U);
}

TEST(SkyscraperDrawSvg, AGivenThatIsNotKeptIsStruckOut) {
  const std::string svg = draw_svg(test::read_one("2:///////,1c"), Grid{2, 1, 1, 2});
  EXPECT_TRUE(is_marked(svg, 0, 0));
  EXPECT_FALSE(is_marked(svg, 0, 1));
  EXPECT_THAT(line_with(svg, "line-through"), HasSubstr(">1</text>"));
}

TEST(SkyscraperDrawSvg, EmptyCellsAndValuesOutOfRange) {
  const std::string svg = draw_svg(test::read_one("2:///////"), Grid{0, 99, 0, 1});
  EXPECT_EQ(count(svg, "<text "), 2U);
  EXPECT_TRUE(is_marked(svg, 0, 1));
  EXPECT_FALSE(is_marked(svg, 0, 0));
  EXPECT_FALSE(is_marked(svg, 1, 1));
}

TEST(SkyscraperDrawSvg, NothingIsMarkedExactlyWhereEveryRuleIsMet) {
  for (auto&& [seed, random] : seeds(200)) {
    const std::uint32_t size = 2 + random.below(8);
    Grid grid = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(grid, size, 0.5, 0.3, random);
    if (random.chance(0.5))
      grid[random.below(size * size)] = static_cast<std::uint8_t>(1 + random.below(size));
    const std::string svg = draw_svg(puzzle, grid);
    const bool solved = penalty(puzzle, grid) == 0;
    EXPECT_EQ(count(svg, cross) + count(svg, dashed) == 0, solved);
    EXPECT_EQ(count(svg, ", solved</title>") == 1, solved);
  }
}

}  // namespace
}  // namespace skerry::skyscraper
