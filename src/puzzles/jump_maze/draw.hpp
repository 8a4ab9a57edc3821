#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <string>

namespace skerry::jump_maze {

/// Arcs show a shortest path, whose cells are bold with their step; cells that cannot be reached are hatched.
/// The description in the file holds the maze.
std::string draw_svg(const Maze& maze);

/// Draws a maze as text, a line for each row: [3] on a shortest path, (3) where a cell cannot be reached; the
/// directions of the path follow.
std::string draw_text(const Maze& maze);

}  // namespace skerry::jump_maze
