#include "puzzles/sudoku/judge.hpp"

#include "puzzles/latin/once_each.hpp"
#include "puzzles/sudoku/symbols.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>

namespace skerry::sudoku {

namespace {

using Cells = std::span<const std::uint8_t>;

class UnitValues {
 public:
  UnitValues(std::uint32_t order, Cells grid, std::uint32_t unit) : size_(order * order) {
    for (std::uint32_t at = 0; at < size_; ++at) values_[at] = grid[cell_of(order, unit, at)];
  }

  operator Cells() const { return Cells(values_).first(size_); }

  /// How many of the values of a grid this large are there.
  std::uint32_t distinct() const {
    std::uint32_t there = 0;
    for (const std::uint8_t value : Cells(*this)) there |= value <= size_ ? 1U << value : 0;
    return static_cast<std::uint32_t>(std::popcount(there & ~1U));
  }

 private:
  std::uint32_t size_;
  std::array<std::uint8_t, max_size> values_{};
};

Verdict judge_unit(std::uint32_t order, Cells grid, std::uint32_t unit) {
  const std::uint32_t size = order * order;
  const auto place = [&](std::uint32_t at) {
    if (unit < size) return fmt::format("column {}", at + 1);
    if (unit < 2 * size) return fmt::format("row {}", at + 1);
    return cell_name(order, cell_of(order, unit, at));
  };
  return once_each(unit_name(order, unit), range_text(order), UnitValues(order, grid, unit), value_text,
                   place);
}

}  // namespace

std::uint32_t fitness(std::uint32_t order, Cells grid) {
  std::uint32_t sum = 0;
  for (std::uint32_t line = 0; line < 2 * order * order; ++line) {
    sum += UnitValues(order, grid, line).distinct();
  }
  return sum;
}

std::vector<Verdict> judge(const Puzzle& puzzle, Cells grid) {
  std::vector<Verdict> verdicts;
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    verdicts.push_back(judge_unit(puzzle.order, grid, unit));
  }
  if (puzzle.given_count() > 0) {
    verdicts.push_back(givens_kept(puzzle.givens, grid, value_text,
                                   [&](std::uint32_t cell) { return cell_name(puzzle.order, cell); }));
  }
  return verdicts;
}

bool solves(const Puzzle& puzzle, Cells grid) {
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    if (UnitValues(puzzle.order, grid, unit).distinct() != puzzle.size()) return false;
  }
  const auto kept = [](std::uint8_t given, std::uint8_t value) { return given == 0 || given == value; };
  return std::ranges::equal(puzzle.givens, grid, kept);
}

}  // namespace skerry::sudoku
