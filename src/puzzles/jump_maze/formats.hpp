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

/// Throws DataError with file, line and column for a mistake, and for a text without mazes. `name` stands for
/// the file in messages.
std::vector<Maze> parse_mazes(std::string_view text, const std::string& name);

/// The text holds one maze, which must have that size.
Maze parse_maze(std::uint32_t size, std::string_view text, const std::string& name);

/// Columns are aligned to the right, as parse_mazes() reads them.
std::string maze_text(const Maze& maze);

/// `words` are [size * size]; columns are aligned to the right.
std::string grid_text(std::uint32_t size, std::span<const std::string> words);

}  // namespace skerry::jump_maze
