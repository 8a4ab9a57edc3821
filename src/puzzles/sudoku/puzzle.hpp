#pragma once

#include "puzzles/sudoku/symbols.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry::sudoku {

/// Boxes have 2x2 to 5x5 cells, so that grids are 4x4, 9x9, 16x16 and 25x25.
constexpr std::uint32_t least_order = 2;
constexpr std::uint32_t max_order = 5;
constexpr std::uint32_t max_size = max_order * max_order;
static_assert(max_size == most_symbols);
constexpr std::size_t max_cells = std::size_t{max_size} * max_size;
constexpr std::size_t max_units = 3 * std::size_t{max_size};

/// A grid, row by row, [size * size]; 0 where a cell is empty.
using Grid = std::vector<std::uint8_t>;

/// A puzzle: fill the grid so that each row, each column and each box holds every value once.
struct Puzzle {
  std::uint32_t order = 0;  ///< cells along a box, least_order to max_order
  Grid givens;              ///< 0 where nothing is given
  std::string where;        ///< file:line, for messages
  Symbols symbols;          ///< those of the file
  /// How givens contradict each other, with the place in the file; empty unless the puzzle is one of several
  /// of a file, whose others are sound.
  std::string contradiction;

  Puzzle() = default;
  explicit Puzzle(std::uint32_t n) : order(n), givens(cell_count()) {}

  std::uint32_t size() const { return order * order; }
  std::uint32_t cell_count() const { return size() * size(); }
  std::uint32_t given_count() const;
};

// Units are numbered: the rows from 0, the columns from `size`, the boxes from 2 * `size`, row by row.

constexpr std::uint32_t row_of(std::uint32_t order, std::uint32_t cell) {
  return cell / (order * order);
}
constexpr std::uint32_t column_of(std::uint32_t order, std::uint32_t cell) {
  return cell % (order * order);
}
/// Returns the box of a cell, counted from 0.
constexpr std::uint32_t box_of(std::uint32_t order, std::uint32_t cell) {
  return row_of(order, cell) / order * order + column_of(order, cell) / order;
}
/// Returns the units of a cell: its row, its column and its box.
constexpr std::array<std::uint32_t, 3> units_of(std::uint32_t order, std::uint32_t cell) {
  const std::uint32_t size = order * order;
  return {row_of(order, cell), size + column_of(order, cell), 2 * size + box_of(order, cell)};
}
/// Returns cell number `at` of a unit, from the left, from the top, or row by row of a box.
constexpr std::uint32_t cell_of(std::uint32_t order, std::uint32_t unit, std::uint32_t at) {
  const std::uint32_t size = order * order;
  if (unit < size) return unit * size + at;
  if (unit < 2 * size) return at * size + unit - size;
  const std::uint32_t box = unit - 2 * size;
  return (box / order * order + at / order) * size + box % order * order + at % order;
}

/// Returns a text such as "row 3", "column 1" or "box 9".
std::string unit_name(std::uint32_t order, std::uint32_t unit);
/// Returns a text such as "row 3 column 1".
std::string cell_name(std::uint32_t order, std::uint32_t cell);

}  // namespace skerry::sudoku
