#pragma once

#include "puzzles/jump_maze/maze.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::jump_maze {

// The evaluation of the report, worked out from its figures 2 to 9, whose every number it gives. It is meant
// to be a breadth-first search, but some of its numbers are one more than the least number of jumps: cells
// are marked as seen when they are taken out of the queue, not when they are put in, and whoever puts in a
// cell that waits there already overwrites its number. Directions are tried in the order right, left, down,
// up.

/// The number that the report gives to each cell [size * size]: the least number of jumps or one more, or
/// unreachable.
std::vector<std::uint32_t> published_distances(const Maze& maze);

/// What the report's evaluation says that a maze is worth; `jumps` [size * size or more] are its numbers.
/// Does not allocate.
std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps);

}  // namespace skerry::jump_maze
