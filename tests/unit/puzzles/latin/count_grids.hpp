#pragma once

#include <cstdint>
#include <vector>

namespace skerry::latin::test {

/// Counts the grids that solve a puzzle, up to a limit, by filling cell by cell without inference. After each
/// cell, `fits(grid, cell)` tells whether it breaks no rule together with the cells before it.
template <class Puzzle, class Fits>
std::uint64_t count_grids(const Puzzle& puzzle, std::uint32_t size, std::uint64_t limit, const Fits& fits) {
  std::vector<std::uint8_t> grid(puzzle.givens.size());
  std::uint64_t found = 0;
  const auto fill = [&](const auto& self, std::uint32_t cell) -> void {
    if (cell == grid.size()) {
      ++found;
      return;
    }
    const std::uint8_t given = puzzle.givens[cell];
    for (std::uint8_t value = 1; value <= size && found < limit; ++value) {
      grid[cell] = value;
      if ((given == 0 || given == value) && fits(grid, cell)) self(self, cell + 1);
    }
    grid[cell] = 0;
  };
  fill(fill, 0);
  return found;
}

}  // namespace skerry::latin::test
