#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/cells.hpp"
#include "puzzles/sudoku/inference.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::sudoku {

/// The values that each cell may hold, [cell]: bit v - 1 stands for value v.
template <std::uint32_t order>
using Allowed = std::array<std::uint32_t, Cells<order>::count>;

/// The open part of each box of a puzzle: its free cells, and the values that its fixed cells lack.
template <std::uint32_t order>
class Boxes {
 public:
  static constexpr std::uint32_t size = order * order;

  /// `fixed` is 0 where a cell is free; the fixed values of a box must differ.
  Boxes(const Cells<order>& fixed, const Allowed<order>& allowed);
  /// Fixes the cells with one candidate.
  explicit Boxes(const Candidates& candidates);

  bool fixed(std::uint32_t cell) const { return fixed_[cell] != 0; }
  bool allows(std::uint32_t cell, std::uint32_t value) const {
    return (allowed_[cell] >> (value - 1) & 1) != 0;
  }
  /// Returns the free cells of a box, in the order of their numbers.
  std::span<const std::uint16_t> free_cells(std::uint32_t box) const {
    return std::span(free_).subspan(first_[box], first_[box + 1] - first_[box]);
  }
  /// Returns the free cells of all boxes, box by box.
  std::span<const std::uint16_t> free_cells() const { return free_; }

  /// Returns the free cells of the box of a free cell with which it could exchange values as far as the cells
  /// allow them: bit i stands for cell i of free_cells(box).
  std::uint32_t partners(const Cells<order>& cells, std::uint32_t cell) const {
    const std::uint32_t box = box_of(order, cell);
    const std::uint32_t allowed = allowed_[cell];
    const std::uint32_t takers = takers_[box * size + cells[cell] - 1];
    return takers & free_cells_where(box, [&](std::uint32_t other) {
             return std::uint32_t{other != cell} & allowed >> (cells[other] - 1);
           });
  }

  /// Returns the free cells of a box that hold a value: bit i stands for cell i of free_cells(box).
  std::uint32_t holders(const Cells<order>& cells, std::uint32_t box, std::uint8_t value) const {
    const std::uint32_t all = (1U << (first_[box + 1] - first_[box])) - 1;
    return all &
           free_cells_where(box, [&](std::uint32_t cell) { return std::uint32_t{cells[cell] == value}; });
  }

  /// Returns the fixed values; the free cells are empty.
  const Cells<order>& fixed_cells() const { return fixed_; }

  /// Deals the values that a box lacks to its free cells, each order with equal probability, whatever the
  /// cells allow.
  void shuffle(Cells<order>& cells, std::uint32_t box, Random& random) const;
  /// Deals values that the cells allow, as far as the box can be filled so. `allowed` may be smaller than the
  /// sets that the cells allow by themselves.
  void deal(Cells<order>& cells, std::uint32_t box, const Allowed<order>& allowed, Random& random) const;
  void deal(Cells<order>& cells, std::uint32_t box, Random& random) const {
    deal(cells, box, allowed_, random);
  }

  /// Exchanges the values of two free cells of a box, where both allow it: a random cell, and the first
  /// possible partner from a random one on. Changes nothing where there is none.
  void swap_two(Cells<order>& cells, Random& random) const;

  /// Tells whether each box holds every value once, and the fixed cells hold their values.
  bool keeps(const Cells<order>& cells) const;

 private:
  /// Returns the lowest bits of is(cell) of the free cells of a box, one by one; those behind the last cell
  /// have no meaning. No branch depends on their number, which no processor could foresee.
  template <typename Is>
  std::uint32_t free_cells_where(std::uint32_t box, Is is) const {
    std::uint32_t found = 0;
    for (std::uint32_t i = 0; i < size; ++i) found |= (is(places_[box][i]) & 1U) << i;
    return found;
  }

  Cells<order> fixed_;
  Allowed<order> allowed_;
  std::vector<std::uint16_t> free_;
  std::vector<std::uint8_t> missing_;  // the missing values, as many as free cells, box by box
  std::array<std::uint16_t, size + 1> first_{};
  // The free cells of each box, [box][at], and behind them any other.
  std::array<std::array<std::uint16_t, size>, size> places_{};
  // The free cells of each box that allow each value, [box][value - 1]; bit i stands for free cell i.
  std::array<std::uint32_t, std::size_t{size} * size> takers_{};
};

/// Returns the candidates of each cell of a grid of this order.
template <std::uint32_t order>
Allowed<order> allowed_by(const Candidates& candidates);

/// Returns the published candidate array: the values that the givens of a cell's row, column and box leave to
/// it. A given cell has its own value.
template <std::uint32_t order>
Allowed<order> candidate_array(const Cells<order>& givens);

}  // namespace skerry::sudoku
