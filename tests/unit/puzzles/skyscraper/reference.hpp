#pragma once

#include "puzzles/latin/deduction.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::skyscraper {

/// Counts the points that a grid loses (Evaluation), rule by rule and from scratch. Cells may be 0, which is
/// empty, and out of range.
inline std::uint32_t penalty(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  std::size_t points = 0;
  for (std::uint32_t line = 0; line < 2 * puzzle.size; ++line) {
    std::vector<std::uint8_t> values;
    for (std::uint32_t at = 0; at < puzzle.size; ++at)
      values.push_back(grid[line_of(puzzle.size, line).cell(at)]);
    points += misfits(values, puzzle.size).size();
    const LineClues clues = clues_of(puzzle, line);
    const LineClues found = seen(grid, puzzle.size, line);
    if (clues.near != 0 && clues.near != found.near) ++points;
    if (clues.far != 0 && clues.far != found.far) ++points;
  }
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (puzzle.givens[cell] != 0 && puzzle.givens[cell] != grid[cell]) ++points;
  }
  return static_cast<std::uint32_t>(points);
}

inline bool solves(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return penalty(puzzle, grid) == 0;
}

}  // namespace skerry::skyscraper
