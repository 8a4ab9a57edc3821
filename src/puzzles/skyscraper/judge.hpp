#pragma once

#include "skerry/problem.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

// This is the reference evaluation of a grid, rule by rule and from scratch. A grid is [size * size], 0 where
// a cell is empty; other values may be out of range.

/// Returns the points that a grid loses, 0 where it solves the puzzle: one for each cell of a row, and of a
/// column, that is empty, above `size` or repeats an earlier value of the line; one for each clue that is not
/// met; one for each given that is not kept. Without givens it is -F of the published genetic algorithm (its
/// equation 1).
std::uint32_t penalty(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// Returns the verdict on every rule: the rows, the columns, the clues side by side, the givens where there
/// are any.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

}  // namespace skerry::skyscraper
