#include "puzzles/sudoku/judge.hpp"

#include "puzzles/latin/once_each.hpp"
#include "puzzles/latin/unit_values.hpp"

#include <algorithm>
#include <bit>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

using GridCells = std::span<const std::uint8_t>;

latin::UnitValues<max_size> values_of(std::uint32_t order, GridCells grid, std::uint32_t unit) {
  return {order * order, grid, [=](std::uint32_t at) { return cell_of(order, unit, at); }};
}

/// Returns how many different values of the grid a unit holds.
std::uint32_t distinct(GridCells unit) {
  std::uint32_t there = 0;
  for (const std::uint8_t value : unit) there |= value <= unit.size() ? 1U << value : 0;
  return static_cast<std::uint32_t>(std::popcount(there & ~1U));
}

Verdict judge_unit(const Puzzle& puzzle, GridCells grid, std::uint32_t unit, const Written& value) {
  const std::uint32_t order = puzzle.order;
  const std::uint32_t size = order * order;
  const auto place = [&](std::uint32_t at) {
    if (unit < size) return fmt::format("column {}", at + 1);
    if (unit < 2 * size) return fmt::format("row {}", at + 1);
    return cell_name(order, cell_of(order, unit, at));
  };
  return once_each(unit_name(order, unit), puzzle.symbols.range(size), values_of(order, grid, unit), value,
                   place);
}

}  // namespace

std::uint32_t fitness(std::uint32_t order, GridCells grid) {
  std::uint32_t sum = 0;
  for (std::uint32_t line = 0; line < 2 * order * order; ++line) {
    sum += distinct(values_of(order, grid, line));
  }
  return sum;
}

std::vector<Verdict> judge(const Puzzle& puzzle, GridCells grid) {
  const Written value = [&](std::uint32_t number) { return puzzle.symbols.text(number); };
  std::vector<Verdict> verdicts;
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    verdicts.push_back(judge_unit(puzzle, grid, unit, value));
  }
  if (puzzle.given_count() > 0) {
    verdicts.push_back(givens_kept(puzzle.givens, grid, value,
                                   [&](std::uint32_t cell) { return cell_name(puzzle.order, cell); }));
  }
  return verdicts;
}

bool solves(const Puzzle& puzzle, GridCells grid) {
  for (std::uint32_t unit = 0; unit < 3 * puzzle.size(); ++unit) {
    if (distinct(values_of(puzzle.order, grid, unit)) != puzzle.size()) return false;
  }
  const auto kept = [](std::uint8_t given, std::uint8_t value) { return given == 0 || given == value; };
  return std::ranges::equal(puzzle.givens, grid, kept);
}

}  // namespace skerry::sudoku
