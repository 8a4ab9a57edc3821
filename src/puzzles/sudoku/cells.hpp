#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace skerry::sudoku {

/// A grid as a genome holds it, row by row.
template <std::uint32_t order>
struct Cells {
  static constexpr std::uint32_t size = order * order;
  static constexpr std::uint32_t count = size * size;

  std::array<std::uint8_t, count> values{};

  std::uint8_t& operator[](std::size_t cell) { return values[cell]; }
  std::uint8_t operator[](std::size_t cell) const { return values[cell]; }
  friend bool operator==(const Cells&, const Cells&) = default;
};

/// Returns the genome of `grid`, which is [size * size].
template <std::uint32_t order>
Cells<order> cells_of(std::span<const std::uint8_t> grid) {
  Cells<order> cells;
  std::ranges::copy(grid, cells.values.begin());
  return cells;
}

}  // namespace skerry::sudoku
