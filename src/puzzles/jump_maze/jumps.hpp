#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace skerry::jump_maze {

/// Returns the number of 64-bit words that hold a bit for each cell of a maze of that size: 1 up to size 8, 2
/// up to 11, 4 up to 16, 8 up to 22.
constexpr std::uint32_t words_for(std::uint32_t size) {
  return std::bit_ceil((size * size + 63) / 64);
}

/// The numbers of a maze as a genome holds them, row by row; 0 for the goal and for places beyond the maze.
template <std::uint32_t words>
struct Jumps {
  static constexpr std::uint32_t most_cells = 64 * words;

  std::array<std::uint8_t, most_cells> values{};

  std::uint8_t& operator[](std::size_t cell) { return values[cell]; }
  std::uint8_t operator[](std::size_t cell) const { return values[cell]; }
  friend bool operator==(const Jumps&, const Jumps&) = default;
};

template <std::uint32_t words>
Jumps<words> jumps_of(const Maze& maze) {
  Jumps<words> jumps;
  std::ranges::copy(maze.jumps, jumps.values.begin());
  return jumps;
}

template <std::uint32_t words>
Maze maze_of(std::uint32_t size, const Jumps<words>& jumps) {
  Maze maze(size);
  std::copy_n(jumps.values.begin(), maze.jumps.size(), maze.jumps.begin());
  return maze;
}

}  // namespace skerry::jump_maze
