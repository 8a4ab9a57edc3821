#pragma once

#include "skerry/problems/skyscraper/puzzle.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <string>

namespace skerry::skyscraper {

/// A set of values: value v is bit v - 1.
using Values = std::uint16_t;
/// A set of lines: line l is bit l.
using Lines = std::uint32_t;

constexpr Values value_bit(std::uint32_t value) {
  return static_cast<Values>(1U << (value - 1));
}
constexpr Values values_up_to(std::uint32_t value) {
  return static_cast<Values>((1U << value) - 1);
}
constexpr bool single(Values values) {
  return std::has_single_bit(values);
}
constexpr std::uint32_t lowest(Values values) {
  return static_cast<std::uint32_t>(std::countr_zero(values)) + 1;
}

/// What each cell may still hold, row by row. Copied at every guess, so it owns no memory.
struct Candidates {
  std::array<Values, max_cells> cells{};  ///< the first size * size are used
  std::uint32_t size = 0;
  std::uint32_t resolved = 0;  ///< cells with one candidate

  Candidates() = default;
  /// Every value in every cell.
  explicit Candidates(std::uint32_t n);

  std::uint32_t cell_count() const { return size * size; }
  bool all_resolved() const { return resolved == cell_count(); }
  Values operator[](std::uint32_t cell) const { return cells[cell]; }

  /// The resolved cells; 0 elsewhere.
  Grid grid() const;
  /// A row a line, the candidates of each cell in ascending order; from 10 on they are letters.
  std::string text() const;
};

}  // namespace skerry::skyscraper
