#pragma once

#include "skerry/problem.hpp"

#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace skerry::sudoku {

// This is the reference evaluation of a grid, rule by rule and from scratch. A grid is [size * size], 0 where
// a cell is empty.

/// Returns the published fitness (Sato and Inoue 2010): the number of different values that each row and each
/// column holds, summed; 2 * size * size where no row and no column repeats one.
std::uint32_t fitness(std::uint32_t order, std::span<const std::uint8_t> grid);

/// Returns the verdict on every rule: the rows, the columns, the boxes, and the givens.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// Tells whether every unit holds each value once, and the givens are kept.
bool solves(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

}  // namespace skerry::sudoku
