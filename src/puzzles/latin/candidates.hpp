#pragma once

#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::latin {

// Sets of values are unsigned integers; bit v - 1 stands for value v.

template <class Values>
constexpr Values value_bit(std::uint32_t value) {
  return static_cast<Values>(1U << (value - 1));
}
template <class Values>
constexpr Values values_up_to(std::uint32_t value) {
  return static_cast<Values>((std::uint64_t{1} << value) - 1);
}
template <class Values>
constexpr bool single(Values values) {
  return std::has_single_bit(values);
}
template <class Values>
constexpr std::uint32_t lowest(Values values) {
  return static_cast<std::uint32_t>(std::countr_zero(values)) + 1;
}

/// Draws a value of a set that is not empty, each with equal probability.
template <class Values>
Values random_value(Values values, Random& random) {
  for (auto skip = random.below(static_cast<std::uint32_t>(std::popcount(values))); skip > 0; --skip) {
    values = static_cast<Values>(values & (values - 1));
  }
  return static_cast<Values>(values & -values);
}

/// The values that each cell of a square grid may still hold, row by row. It is copied at every guess, so it
/// owns no memory, and a copy takes only the cells in use.
template <class ValueSet, std::size_t most_cells>
struct Candidates {
  using Values = ValueSet;

  std::array<Values, most_cells> cells;  ///< the first size * size are used
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;  ///< cells with one candidate

  Candidates() = default;
  /// Allows every value in every cell.
  explicit Candidates(std::uint32_t n) : size(n), resolved(n == 1 ? 1 : 0) {
    std::fill_n(cells.begin(), cell_count(), values_up_to<Values>(n));
  }
  /// Allows only its given in a given cell, and every value elsewhere: `givens` [n * n], 0 where nothing is
  /// given.
  Candidates(std::uint32_t n, std::span<const std::uint8_t> givens) : Candidates(n) {
    if (n == 1) return;
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
      if (givens[cell] == 0) continue;
      cells[cell] = value_bit<Values>(givens[cell]);
      ++resolved;
    }
  }
  Candidates(const Candidates& other) : size(other.size), resolved(other.resolved) {
    std::copy_n(other.cells.begin(), cell_count(), cells.begin());
  }
  Candidates& operator=(const Candidates& other) {
    size = other.size;
    resolved = other.resolved;
    std::copy_n(other.cells.begin(), cell_count(), cells.begin());
    return *this;
  }
  ~Candidates() = default;

  std::uint32_t cell_count() const { return size * size; }
  bool all_resolved() const { return resolved == cell_count(); }
  Values operator[](std::uint32_t cell) const { return cells[cell]; }

  /// Returns the values of the resolved cells, and 0 elsewhere.
  std::vector<std::uint8_t> grid() const {
    std::vector<std::uint8_t> values(cell_count());
    for (std::uint32_t cell = 0; cell < cell_count(); ++cell) {
      if (single(cells[cell])) values[cell] = static_cast<std::uint8_t>(lowest(cells[cell]));
    }
    return values;
  }
};

/// How values are written: 1 to 9, then letters from `first_letter`.
std::vector<std::string> symbols_of(std::uint32_t size, char first_letter);

/// Returns a line for each row, with the candidates of each cell in ascending order, in aligned columns.
/// `symbols` are the texts of the values from 1; commas part them if one is longer than a character. A dash
/// stands for a cell without candidates.
std::string text_of(std::span<const std::uint32_t> cells, std::span<const std::string> symbols);

template <class Values, std::size_t most_cells>
std::string text_of(const Candidates<Values, most_cells>& candidates, char first_letter) {
  const auto first = candidates.cells.begin();
  return text_of(std::vector<std::uint32_t>(first, first + candidates.cell_count()),
                 symbols_of(candidates.size, first_letter));
}

}  // namespace skerry::latin
