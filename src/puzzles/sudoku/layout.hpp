#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace skerry::sudoku {

/// The units of grids of one order, as latin::Deduction uses them, in tables that the compiler makes. The
/// order is the number of cells along a box.
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

/// Calls work(layout) with the layout of an order.
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
