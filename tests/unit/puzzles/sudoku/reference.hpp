#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

namespace skerry::sudoku {

/// Returns how many of the values that a row, column or box may hold it does hold.
inline std::uint32_t distinct(const Puzzle& puzzle, std::span<const std::uint8_t> grid, std::uint32_t unit) {
  std::uint32_t there = 0;
  for (std::uint32_t at = 0; at < puzzle.size(); ++at) {
    const std::uint8_t value = grid[cell_of(puzzle.order, unit, at)];
    if (value >= 1 && value <= puzzle.size()) there |= 1U << value;
  }
  return static_cast<std::uint32_t>(std::popcount(there));
}

/// Returns what fitness_of() does for grids of any values, rule by rule and from scratch.
inline std::uint32_t fitness(std::uint32_t order, std::span<const std::uint8_t> grid) {
  const Puzzle puzzle(order);
  std::uint32_t sum = 0;
  for (std::uint32_t line = 0; line < 2 * puzzle.size(); ++line) sum += distinct(puzzle, grid, line);
  return sum;
}

inline bool solves(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    if (distinct(puzzle, grid, unit) != puzzle.size()) return false;
  }
  const auto kept = [](std::uint8_t given, std::uint8_t value) { return given == 0 || given == value; };
  return std::ranges::equal(puzzle.givens, grid, kept);
}

}  // namespace skerry::sudoku
