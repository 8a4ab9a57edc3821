#pragma once

#include "skerry/problem.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::sudoku {

constexpr std::uint32_t most_symbols = 25;

/// By default value 1 is 1, 9 is 9, 10 is A.
class Symbols {
 public:
  Symbols() : Symbols("123456789ABCDEFGHIJKLMNOP") {}
  /// Each value is a character; the first one stands for value 1. There are at most `most_symbols`.
  explicit Symbols(std::string_view characters);
  /// 0 to 9, then the letters from A.
  static Symbols from_zero() { return Symbols("0123456789ABCDEFGHIJKLMNO"); }
  static Symbols letters() { return Symbols("ABCDEFGHIJKLMNOPQRSTUVWXY"); }
  /// Whole numbers, in as many digits as they take; value 1 is `lowest`, which is 0 or 1.
  static Symbols numbers(std::uint32_t lowest);
  Symbols lower_case() const;

  /// A value that no grid has becomes a number.
  std::string text(std::uint32_t value) const;
  /// Letters are in either case; `size` is the number of values of the grid.
  std::optional<std::uint8_t> value(std::string_view text, std::uint32_t size) const;
  /// Returns none if values are not numbers.
  std::optional<std::uint32_t> lowest() const;
  /// Returns a text such as "1 to 9", "0 to 9 and A to F", "A to P" or "the letters ADEIKLNOS".
  std::string range(std::uint32_t size) const;
  bool has_zero() const { return lowest() == 0; }
  bool as_numbers() const { return numbers_; }

  friend bool operator==(const Symbols&, const Symbols&) = default;

 private:
  std::array<char, most_symbols> characters_{};
  bool numbers_ = false;
};

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
  Symbols symbols;
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
constexpr std::uint32_t box_of(std::uint32_t order, std::uint32_t cell) {
  return row_of(order, cell) / order * order + column_of(order, cell) / order;
}
/// The order is row, column, box.
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

/// A grid is [size * size], 0 where a cell is empty.
std::vector<Verdict> judge(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// `box_order` is the number of cells along a box. The compiler makes the tables.
template <std::uint32_t box_order>
class Layout {
 public:
  class Unit {
   public:
    constexpr explicit Unit(std::uint32_t unit) : cells_(cells_of_units[unit]) {}
    constexpr std::uint32_t cell(std::uint32_t at) const { return cells_[at]; }

   private:
    const std::array<std::uint16_t, std::size_t{box_order} * box_order>& cells_;
  };

  static constexpr std::uint32_t order() { return box_order; }
  static constexpr std::uint32_t size() { return order() * order(); }
  static constexpr std::uint32_t cell_count() { return size() * size(); }
  static constexpr std::uint32_t unit_count() { return 3 * size(); }
  static constexpr Unit unit(std::uint32_t unit) { return Unit(unit); }
  static constexpr const std::array<std::uint8_t, 3>& units_of(std::uint32_t cell) {
    return units_of_cells[cell];
  }

 private:
  static constexpr auto cells_of_units = [] {
    std::array<std::array<std::uint16_t, size()>, unit_count()> cells{};
    for (std::uint32_t unit = 0; unit < unit_count(); ++unit) {
      for (std::uint32_t at = 0; at < size(); ++at) {
        cells[unit][at] = static_cast<std::uint16_t>(cell_of(order(), unit, at));
      }
    }
    return cells;
  }();
  static constexpr auto units_of_cells = [] {
    std::array<std::array<std::uint8_t, 3>, cell_count()> units{};
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
      const auto [row, column, box] = sudoku::units_of(order(), cell);
      units[cell] = {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column),
                     static_cast<std::uint8_t>(box)};
    }
    return units;
  }();
};

template <class Work>
decltype(auto) with_layout(std::uint32_t order, Work work) {
  switch (order) {
    case 2:
      return work(Layout<2>{});
    case 3:
      return work(Layout<3>{});
    case 4:
      return work(Layout<4>{});
    default:
      return work(Layout<5>{});
  }
}

}  // namespace skerry::sudoku
