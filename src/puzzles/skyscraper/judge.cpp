#include "puzzles/skyscraper/judge.hpp"

#include "puzzles/latin/once_each.hpp"
#include "puzzles/latin/unit_values.hpp"
#include "puzzles/skyscraper/outlook.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace skerry::skyscraper {

namespace {

using Cells = std::span<const std::uint8_t>;

latin::UnitValues<max_size> values_of(std::uint32_t size, Cells grid, std::uint32_t line) {
  return {size, grid, [=](std::uint32_t at) { return line_of(size, line).cell(at); }};
}

std::string value_text(std::uint32_t value) {
  return std::to_string(value);
}

Verdict judge_line(std::uint32_t size, Cells grid, std::uint32_t line) {
  const auto place = [&](std::uint32_t at) {
    return fmt::format("{} {}", line < size ? "row" : "column", at + 1);
  };
  return once_each(line_name(size, line), fmt::format("1 to {}", size), values_of(size, grid, line),
                   value_text, place);
}

}  // namespace

std::uint32_t penalty(const Puzzle& puzzle, Cells grid) {
  std::size_t points = 0;
  for (std::uint32_t line = 0; line < 2 * puzzle.size; ++line) {
    points += misfits(values_of(puzzle.size, grid, line), puzzle.size).size();
    const LineClues clues = clues_of(puzzle, line);
    const LineClues found = seen(grid, puzzle.size, line);
    if (clues.near != 0 && clues.near != found.near) ++points;
    if (clues.far != 0 && clues.far != found.far) ++points;
  }
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    if (puzzle.givens[cell] != 0 && puzzle.givens[cell] != grid[cell]) ++points;
  }
  return static_cast<std::uint32_t>(points);
}

std::vector<Verdict> judge(const Puzzle& puzzle, Cells grid) {
  const std::uint32_t size = puzzle.size;
  std::vector<Verdict> verdicts;
  for (std::uint32_t row = 0; row < size; ++row) verdicts.push_back(judge_line(size, grid, size + row));
  for (std::uint32_t column = 0; column < size; ++column) verdicts.push_back(judge_line(size, grid, column));
  for (const Outlook& outlook : outlooks(puzzle, grid)) {
    verdicts.push_back({outlook.rule(size), std::to_string(outlook.seen), outlook.met()});
  }
  const auto is_given = [](std::uint8_t value) { return value != 0; };
  if (std::ranges::any_of(puzzle.givens, is_given)) {
    verdicts.push_back(givens_kept(puzzle.givens, grid, value_text, [&](std::uint32_t cell) {
      return fmt::format("row {} column {}", cell / size + 1, cell % size + 1);
    }));
  }
  return verdicts;
}

}  // namespace skerry::skyscraper
