#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::jump_maze {

// A maze has a line for each row, with blanks between the numbers; the goal is 0. A blank line separates
// mazes. A comment begins with #. Commas, lists in brackets, digits without blanks and a line of the size
// before the rows are read, too (docs/jump_maze.md).

/// Returns the mazes of a text, in their order. Throws DataError with file, line and column for a mistake in
/// one, and for a text without mazes. `name` stands for the file in messages.
std::vector<Maze> parse_mazes(std::string_view text, const std::string& name);

/// Returns the only maze of a text, which must have that size.
Maze parse_maze(std::uint32_t size, std::string_view text, const std::string& name);

/// Returns a maze as parse_mazes() reads it, with columns aligned to the right.
std::string maze_text(const Maze& maze);

/// Returns a grid [size * size] of words, a line for each row, with columns aligned to the right.
std::string grid_text(std::uint32_t size, std::span<const std::string> words);

}  // namespace skerry::jump_maze
