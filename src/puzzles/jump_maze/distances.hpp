#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::jump_maze {

constexpr std::uint32_t unreachable = UINT32_MAX;

/// The result of a breadth-first search from the start.
struct Distances {
  std::vector<std::uint32_t> jumps;  ///< [size * size] least number of jumps to each cell, or unreachable
  std::vector<std::uint32_t> path;   ///< the cells of a shortest path, start and goal included; empty where
                                     ///< the goal cannot be reached
};

/// Makes the reference evaluation: a breadth-first search with a queue.
Distances distances_of(const Maze& maze);

/// Returns the value of a maze whose cells have these distances [size * size]: the number of jumps to the
/// goal or, where it cannot be reached, minus the number of cells that cannot, the goal among them.
std::int32_t value_of(std::span<const std::uint32_t> distances);

/// Returns distances [size * size] as a grid, with X for cells that cannot be reached.
std::string distance_text(std::uint32_t size, std::span<const std::uint32_t> distances);

}  // namespace skerry::jump_maze
