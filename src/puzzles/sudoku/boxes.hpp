#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/cells.hpp"
#include "puzzles/sudoku/inference.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry::sudoku {

/// [cell] the values that a cell may hold: value v is bit v - 1.
template <std::uint32_t order>
using Allowed = std::array<std::uint32_t, Cells<order>::count>;

/// What each box of a puzzle leaves to be decided: its free cells, and the values that its fixed ones lack.
template <std::uint32_t order>
class Boxes {
 public:
  static constexpr std::uint32_t size = order * order;

  /// `fixed`: 0 where a cell is free; the fixed values of a box differ.
  Boxes(const Cells<order>& fixed, const Allowed<order>& allowed);
  /// Cells with one candidate are fixed.
  explicit Boxes(const Candidates& candidates);

  bool fixed(std::uint32_t cell) const { return fixed_[cell] != 0; }
  bool allows(std::uint32_t cell, std::uint32_t value) const {
    return (allowed_[cell] >> (value - 1) & 1) != 0;
  }
  /// The free cells of a box, in the order of their numbers.
  std::span<const std::uint16_t> free_cells(std::uint32_t box) const {
    return std::span(free_).subspan(first_[box], first_[box + 1] - first_[box]);
  }
  /// Those of all boxes, box by box.
  std::span<const std::uint16_t> free_cells() const { return free_; }

  /// The fixed values; the free cells are empty.
  const Cells<order>& fixed_cells() const { return fixed_; }

  /// Deals what a box lacks to its free cells, any order as likely as any other, whatever they allow.
  void shuffle(Cells<order>& cells, std::uint32_t box, Random& random) const;
  /// The same with values that the cells allow, as far as that is possible for the box at all. `allowed` may
  /// say less than what the cells allow by themselves.
  void deal(Cells<order>& cells, std::uint32_t box, const Allowed<order>& allowed, Random& random) const;
  void deal(Cells<order>& cells, std::uint32_t box, Random& random) const {
    deal(cells, box, allowed_, random);
  }

  /// Two free cells of a box exchange their values, where both allow it: a random cell, and the first partner
  /// from a random one on that may. Nothing where there is none.
  void swap_two(Cells<order>& cells, Random& random) const;

  /// Each box holds every value once, and the fixed cells theirs.
  bool keeps(const Cells<order>& cells) const;

 private:
  Cells<order> fixed_;
  Allowed<order> allowed_;
  std::vector<std::uint16_t> free_;
  std::vector<std::uint8_t> missing_;  // as many as there are free cells, box by box
  std::array<std::uint16_t, size + 1> first_{};
};

/// The candidates of each cell, as far as grids of this order have cells.
template <std::uint32_t order>
Allowed<order> allowed_by(const Candidates& candidates);

/// The published candidate array: the values that the givens of a cell's row, column and box leave to it. A
/// given cell has its own.
template <std::uint32_t order>
Allowed<order> candidate_array(const Cells<order>& givens);

}  // namespace skerry::sudoku
