#pragma once

#include "skerry/random.hpp"

#include "puzzles/jump_maze/formats.hpp"
#include "puzzles/jump_maze/maze.hpp"

#include <string_view>

namespace skerry::jump_maze::test {

inline Maze read_one(std::string_view text) {
  return parse_mazes(text, "test.txt").at(0);
}

/// Returns a maze in which each number is uniform among those that its cell may have.
inline Maze random_maze(std::uint32_t size, Random& random) {
  Maze maze(size);
  for (std::uint32_t cell = 0; cell < maze.goal(); ++cell) {
    maze.jumps[cell] = static_cast<std::uint8_t>(1 + random.below(longest_jump(size, cell)));
  }
  return maze;
}

}  // namespace skerry::jump_maze::test
