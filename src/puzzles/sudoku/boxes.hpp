#pragma once

#include "skerry/problem.hpp"
#include "skerry/random.hpp"

#include "puzzles/latin/puzzle_problem.hpp"
#include "puzzles/sudoku/draw_svg.hpp"
#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/puzzle.hpp"
#include "puzzles/sudoku/solve.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

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

/// `grid` is [size * size].
template <std::uint32_t order>
Cells<order> cells_of(std::span<const std::uint8_t> grid) {
  Cells<order> cells;
  std::ranges::copy(grid, cells.values.begin());
  return cells;
}

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
  /// They are in the order of boxes.
  std::span<const std::uint16_t> free_cells() const { return free_; }

  /// Bit i stands for cell i of free_cells(box): one with which `cell` could exchange values as far as both
  /// allow.
  std::uint32_t partners(const Cells<order>& cells, std::uint32_t cell) const {
    const std::uint32_t box = box_of(order, cell);
    const std::uint32_t allowed = allowed_[cell];
    const std::uint32_t takers = takers_[box * size + cells[cell] - 1];
    return takers & free_cells_where(box, [&](std::uint32_t other) {
             return std::uint32_t{other != cell} & allowed >> (cells[other] - 1);
           });
  }

  /// Bit i stands for cell i of free_cells(box).
  std::uint32_t holders(const Cells<order>& cells, std::uint32_t box, std::uint8_t value) const {
    const std::uint32_t all = (1U << (first_[box + 1] - first_[box])) - 1;
    return all &
           free_cells_where(box, [&](std::uint32_t cell) { return std::uint32_t{cells[cell] == value}; });
  }

  /// The free cells are empty.
  const Cells<order>& fixed_cells() const { return fixed_; }

  /// Each order has equal probability, whatever the cells allow.
  void shuffle(Cells<order>& cells, std::uint32_t box, Random& random) const;
  /// Deals values that the cells allow, as far as the box can be filled so. `allowed` may be smaller than
  /// their own sets.
  void deal(Cells<order>& cells, std::uint32_t box, const Allowed<order>& allowed, Random& random) const;
  void deal(Cells<order>& cells, std::uint32_t box, Random& random) const {
    deal(cells, box, allowed_, random);
  }

  /// Exchanges a random cell and the first possible partner from a random one on. Changes nothing if there is
  /// none.
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
  std::vector<std::uint8_t> missing_;  // as many as free cells, box by box
  std::array<std::uint16_t, size + 1> first_{};
  // The free cells of each box, [box][at], and behind them any other.
  std::array<std::array<std::uint16_t, size>, size> places_{};
  // The free cells of each box that allow each value, [box][value - 1]; bit i stands for free cell i.
  std::array<std::uint32_t, std::size_t{size} * size> takers_{};
};

template <std::uint32_t order>
Allowed<order> allowed_by(const Candidates& candidates);

/// Leaves a cell the values that no given of its row, column and box holds, as published. A given cell has
/// its own value.
template <std::uint32_t order>
Allowed<order> candidate_array(const Cells<order>& givens);

constexpr std::uint32_t best_fitness(std::uint32_t order) {
  return 2 * order * order * order * order;
}

/// Returns the published fitness (Sato and Inoue 2010): the number of different values that each row and each
/// column holds, summed; best_fitness() if no row and no column repeats one. It takes four columns at once.
/// Values are at most 30.
template <std::uint32_t order>
std::uint32_t fitness_of(const Cells<order>& cells) {
  constexpr std::uint32_t size = Cells<order>::size;
  constexpr std::uint32_t fours = size / 4;
  static_assert(size % 4 <= 1);
  using Four [[gnu::vector_size(16)]] = std::uint32_t;
  using FourInts [[gnu::vector_size(16)]] = std::int32_t;
  using FourFloats [[gnu::vector_size(16)]] = float;
  using Bytes [[gnu::vector_size(16)]] = std::uint8_t;

  // The bits are powers of two, made as floating-point numbers whose exponents are the values, since older
  // machines can only shift all lanes by the same amount.
  const auto bits_of = [](const std::uint8_t* values) {
    Bytes bytes{};
    std::memcpy(&bytes, values, 4);
    const auto four = reinterpret_cast<Four>(
        __builtin_shufflevector(bytes, Bytes{}, 0, 16, 17, 18, 1, 19, 20, 21, 2, 22, 23, 24, 3, 25, 26, 27));
    const auto powers = reinterpret_cast<FourFloats>((four + 127) << 23);
    return reinterpret_cast<Four>(__builtin_convertvector(powers, FourInts));
  };
  const auto joined = [](Four held) {
    held |= __builtin_shufflevector(held, held, 2, 3, 0, 1);
    return held[0] | held[1];
  };
  // Bit 0 stands for empty cells.
  const auto count = [](std::uint32_t held) { return static_cast<std::uint32_t>(std::popcount(held & ~1U)); };

  std::array<Four, fours> columns{};
  std::uint32_t last_column = 0;
  std::uint32_t different = 0;
  for (std::uint32_t row = 0; row < size; ++row) {
    const std::uint8_t* const values = cells.values.data() + std::size_t{row} * size;
    Four held{};
    for (std::uint32_t four = 0; four < fours; ++four) {
      const Four bits = bits_of(values + std::size_t{4} * four);
      columns[four] |= bits;
      held |= bits;
    }
    std::uint32_t last = 0;
    if constexpr (size % 4 == 1) last = 1U << values[size - 1];
    last_column |= last;
    different += count(joined(held) | last);
  }
  for (const Four& held : columns) {
    for (int lane = 0; lane < 4; ++lane) different += count(held[lane]);
  }
  return different + count(last_column);
}

/// Keys of the [problem] table: instance, a file of puzzles; index, which of them, from 1 (default 1).
Puzzle read_puzzle(const Settings& settings, Files& files);

template <std::uint32_t order>
struct GridKind {
  using Puzzle = sudoku::Puzzle;
  using Genome = Cells<order>;
  static const auto& cells(const Genome& genome) { return genome.values; }
  static Genome genome_of(const Puzzle& /*puzzle*/, const Grid& grid) { return cells_of<order>(grid); }
  static Grid grid_of(const Puzzle& /*puzzle*/, const Genome& genome) {
    return {genome.values.begin(), genome.values.end()};
  }
};

/// Genomes are grids whose boxes are permutations that keep the givens, and the fitness is the published one,
/// the number of different values in the rows and the columns.
template <std::uint32_t order>
class GridProblem : public latin::GridProblem<GridKind<order>> {
 public:
  using Genome = Cells<order>;

  using latin::GridProblem<GridKind<order>>::GridProblem;

  std::optional<double> optimum() const { return best_fitness(order); }
  std::string fitness_unit() const { return "different values"; }
  Score evaluate(const Genome& genome) const { return score_of(fitness_of(genome)); }

 protected:
  static Score score_of(std::uint32_t fitness) { return {0, static_cast<double>(fitness)}; }
};

/// The effect of a swap is known without reading the grid.
template <std::uint32_t order>
class LineCounts {
 public:
  explicit LineCounts(const Cells<order>& cells) {
    const std::uint8_t* value = cells.values.data();
    for (Counts& row : rows_) {
      for (Counts& column : columns_) {
        ++row[*value];
        ++column[*value++];
      }
    }
  }

  /// Returns by how much the fitness grows if cell `a`, which holds x, and cell `b`, which holds y, are
  /// swapped; x and y differ.
  std::int32_t gain(std::uint32_t a, std::uint32_t x, std::uint32_t b, std::uint32_t y) const {
    // A line that holds both gains nothing. It is multiplied away, since no processor could foresee a branch.
    const std::int32_t by_rows = line_gain(row(a), x, row(b), y) * (row_of(order, a) != row_of(order, b));
    const std::int32_t by_columns =
        line_gain(column(a), x, column(b), y) * (column_of(order, a) != column_of(order, b));
    return by_rows + by_columns;
  }

  void swap(std::uint32_t a, std::uint32_t x, std::uint32_t b, std::uint32_t y) {
    move(a, x, y);
    move(b, y, x);
  }

 private:
  using Counts = std::array<std::uint8_t, Cells<order>::size + 1>;

  static std::int32_t line_gain(const Counts& a, std::uint32_t x, const Counts& b, std::uint32_t y) {
    return (a[y] == 0) + (b[x] == 0) - (a[x] == 1) - (b[y] == 1);
  }
  void move(std::uint32_t cell, std::uint32_t from, std::uint32_t to) {
    --row(cell)[from];
    ++row(cell)[to];
    --column(cell)[from];
    ++column(cell)[to];
  }

  Counts& row(std::uint32_t cell) { return rows_[row_of(order, cell)]; }
  const Counts& row(std::uint32_t cell) const { return rows_[row_of(order, cell)]; }
  Counts& column(std::uint32_t cell) { return columns_[column_of(order, cell)]; }
  const Counts& column(std::uint32_t cell) const { return columns_[column_of(order, cell)]; }

  std::array<Counts, Cells<order>::size> rows_{};
  std::array<Counts, Cells<order>::size> columns_{};
};

}  // namespace skerry::sudoku
