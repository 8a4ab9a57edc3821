// The input is a file of number-jump mazes.
#include "fuzz.hpp"
#include "puzzles/jump_maze/draw.hpp"
#include "puzzles/jump_maze/formats.hpp"
#include "puzzles/jump_maze/maze.hpp"
#include "puzzles/jump_maze/problem.hpp"

namespace skerry::fuzz::of_jump_maze {
namespace {

using namespace jump_maze;

template <std::uint32_t words>
std::int32_t on_boards(const Maze& maze) {
  const auto jumps = jumps_of<words>(maze);
  require(maze_of(maze.size, jumps) == maze, "another maze comes out of a genome");
  return Evaluation<words>(maze.size)(jumps);
}

std::int32_t on_boards_of_its_size(const Maze& maze) {
  switch (words_for(maze.size)) {
    case 1:
      return on_boards<1>(maze);
    case 2:
      return on_boards<2>(maze);
    case 4:
      return on_boards<4>(maze);
    default:
      return on_boards<8>(maze);
  }
}

void expect_sound(const Maze& maze) {
  require(parse_maze(maze.size, maze_text(maze), "written.txt") == maze, "another maze is read back");
  const Distances distances = distances_of(maze);
  const std::int32_t value = value_of(distances.jumps);
  require(on_boards_of_its_size(maze) == value, "boards and queue differ");
  const std::int32_t published = published_value(maze.size, maze.jumps);
  require(published == value || (value > 0 && published == value + 1), "published is not one more at most");
  require(distances.path.empty() == (value < 0), "a path without a goal");
  require(draw_svg(maze).ends_with("</svg>\n"), "a picture without an end");
  require(draw_text(maze).find('0') != std::string::npos, "a drawing without the goal");
}

void run(std::string_view input) {
  accepted([&] {
    for (const Maze& maze : parse_mazes(input, "mazes.txt")) expect_sound(maze);
  });
}

}  // namespace

const Target target("jump_maze", run);

}  // namespace skerry::fuzz::of_jump_maze
