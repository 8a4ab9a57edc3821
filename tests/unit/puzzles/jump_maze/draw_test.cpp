#include "puzzles/jump_maze/draw.hpp"

#include "puzzles/jump_maze/maze.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"
#include "unit/puzzles/svg_text.hpp"

namespace skerry::jump_maze {
namespace {

using svg::count;
using svg::line_with;
using test::read_one;

constexpr std::string_view arc = "marker-end='url(#jump)'";
constexpr std::string_view hatching = "stroke='#999'";

TEST(JumpMazeDraw, ThePathIsDrawnJumpByJump) {
  // The path goes from the start through row 1, column 3 to the goal.
  const std::string svg = draw_svg(read_one("2 1 2\n1 1 1\n2 1 0\n"));
  EXPECT_THAT(svg, HasSubstr("<title>Number-jump maze, 3 by 3, goal in 2 jumps</title>\n"
                             "<desc>2 1 2\n1 1 1\n2 1 0\n</desc>"));
  EXPECT_EQ(count(svg, arc), 2U);
  // One jump goes to the right and bends downwards, the next goes down and bends to the left.
  EXPECT_THAT(svg, HasSubstr("<path d='M41 36C48 43 92 43 99 36' marker-end"));
  EXPECT_THAT(svg, HasSubstr("<path d='M104 41C97 48 97 92 104 99' marker-end"));
  EXPECT_THAT(svg, HasSubstr("<text x='92' y='19'>1</text>\n<text x='92' y='99'>2</text>"));
  EXPECT_EQ(count(svg, "font-weight='bold'"), 3U) << "the start, row 1 column 3 and the goal";
  EXPECT_THAT(svg, HasSubstr("<text x='30' y='47'>start</text>\n<text x='110' y='127'>goal</text>"));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(JumpMazeDraw, CellsOutOfReachAreHatched) {
  const std::string svg = draw_svg(read_one("2 1 2\n1 1 1\n2 1 0\n"));
  for (std::uint32_t cell = 0; cell < 9; ++cell) {
    const bool corner = cell % 3 != 1 && cell / 3 != 1;
    const std::string stroke = fmt::format("M{} {}l40 -40", 10 + 40 * (cell % 3), 50 + 40 * (cell / 3));
    EXPECT_EQ(line_with(svg, hatching).find(stroke) == std::string::npos, corner) << cell;
  }
}

TEST(JumpMazeDraw, WithoutAPathThereAreNoArcs) {
  const std::string svg = draw_svg(read_one("1 2 2\n2 1 2\n2 2 0\n"));
  EXPECT_THAT(svg, HasSubstr("<title>Number-jump maze, 3 by 3, goal out of reach</title>"));
  EXPECT_EQ(count(svg, arc), 0U);
  EXPECT_EQ(count(svg, hatching), 1U);
  EXPECT_EQ(count(svg, "font-weight='bold'"), 1U) << "the goal alone";
}

TEST(JumpMazeDraw, TextMarksThePathAndWhatIsOutOfReach) {
  EXPECT_EQ(draw_text(read_one("2 1 2\n1 1 1\n2 1 0\n")),
            "[2] (1) [2]\n"
            "(1) (1) (1)\n"
            " 2  (1) [0]\n"
            "[ ] 2 jumps up, down, left and right: RD\n"
            "( ) cannot be reached\n");
  EXPECT_EQ(draw_text(read_one("1 2 2\n2 1 2\n2 2 0\n")),
            " 1   2  (2)\n"
            " 2  (1)  2 \n"
            "(2)  2  (0)\n"
            "( ) cannot be reached, the goal among them\n");
  EXPECT_EQ(draw_text(read_one("1 1\n1 0\n")),
            "[1] [1]\n"
            " 1  [0]\n"
            "[ ] 2 jumps up, down, left and right: RD\n");
}

TEST(JumpMazeDraw, EveryMazeHasAllItsNumbersAndItsWholePath) {
  for (auto&& [seed, random] : seeds(100)) {
    const Maze maze = test::random_maze(least_size + seed % (max_size - least_size + 1), random);
    const Distances distances = distances_of(maze);
    const std::size_t jumps = distances.path.empty() ? 0 : distances.path.size() - 1;
    const bool all_reached = std::ranges::count(distances.jumps, unreachable) == 0;
    const std::string svg = draw_svg(maze);
    EXPECT_EQ(count(svg, arc), jumps);
    EXPECT_EQ(count(svg, hatching), all_reached ? 0 : 1);
    EXPECT_EQ(count(svg, "<text "), maze.jumps.size() + jumps + 2) << "numbers, steps, start and goal";
    const std::string text = draw_text(maze);
    EXPECT_EQ(count(text, "["), jumps > 0 ? jumps + 2 : 0) << "the path and the legend";
  }
}

}  // namespace
}  // namespace skerry::jump_maze
