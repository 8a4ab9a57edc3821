#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::jump_maze {

// This is the evaluation of the report, derived from its figures 2 to 9, whose every number it gives. The
// report means a breadth-first search, but some of its numbers are one more than the least number of jumps:
// it marks cells as seen when they are taken out of the queue, not when they are put in, so a cell that waits
// in the queue can be put in again, which overwrites its number. Directions are tried in the order right,
// left, down, up.

/// Returns the number that the report gives to each cell [size * size]: the least number of jumps or one
/// more, or unreachable.
std::vector<std::uint32_t> published_distances(const Maze& maze);

/// Returns the value of a maze by the report's evaluation; `jumps` [size * size or more] are its numbers.
/// Allocates nothing.
std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps);

}  // namespace skerry::jump_maze
