#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <string>

namespace skerry::jump_maze {

/// A maze as an SVG picture: an arc with an arrowhead for each jump of a shortest path, its cells bold with
/// their step in the corner; cells that cannot be reached are hatched. The description in it holds the maze.
std::string draw_svg(const Maze& maze);

/// A row a line: [3] on a shortest path, (3) where a cell cannot be reached; then the directions of the path.
std::string draw_text(const Maze& maze);

}  // namespace skerry::jump_maze
