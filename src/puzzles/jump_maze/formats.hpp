#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::jump_maze {

// A row a line, its numbers parted by blanks; the goal is 0. A blank line stands between mazes. What follows
// # is a comment.

/// The mazes of a text, in their order. Throws DataError with file, line and column where something is wrong
/// with one, and where there is none. `name` stands for the file in messages.
std::vector<Maze> parse_mazes(std::string_view text, const std::string& name);

/// The only maze of a text, which must have that size.
Maze parse_maze(std::uint32_t size, std::string_view text, const std::string& name);

/// As parse_mazes() reads it, columns aligned to the right.
std::string maze_text(const Maze& maze);

/// A grid [size * size] of words, a row a line, columns aligned to the right.
std::string grid_text(std::uint32_t size, std::span<const std::string> words);

}  // namespace skerry::jump_maze
