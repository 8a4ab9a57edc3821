#include "puzzles/skyscraper/puzzle.hpp"

#include "puzzles/latin/deduction.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace skerry::skyscraper {

std::string line_name(std::uint32_t size, std::uint32_t line) {
  return line < size ? fmt::format("column {}", line + 1) : fmt::format("row {}", line - size + 1);
}

LineClues seen(std::span<const std::uint8_t> grid, std::uint32_t size, std::uint32_t line) {
  const Line cells = line_of(size, line);
  LineClues counts;
  std::uint8_t highest = 0;
  for (std::uint32_t at = 0; at < size; ++at) {
    const std::uint8_t value = grid[cells.cell(at)];
    if (value > highest) ++counts.near;
    if (value > highest) highest = value;
  }
  highest = 0;
  for (std::uint32_t at = size; at-- > 0;) {
    const std::uint8_t value = grid[cells.cell(at)];
    if (value > highest) ++counts.far;
    if (value > highest) highest = value;
  }
  return counts;
}

std::vector<std::uint8_t> clues_seen(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  const std::uint32_t size = puzzle.size;
  std::vector<std::uint8_t> clues(puzzle.clues.size());
  for (std::uint32_t line = 0; line < 2 * size; ++line) {
    const LineClues found = seen(grid, size, line);
    const std::uint32_t near = line < size ? line : line + size;
    clues[near] = static_cast<std::uint8_t>(found.near);
    clues[near + size] = static_cast<std::uint8_t>(found.far);
  }
  return clues;
}

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

namespace {

constexpr std::array sides = {Side::top, Side::bottom, Side::left, Side::right};
constexpr std::array side_names = {"the top", "the bottom", "the left", "the right"};

}  // namespace

std::string Outlook::rule(std::uint32_t size) const {
  return fmt::format("{} shows {} from {}", line_name(size, line), clue,
                     side_names.at(static_cast<std::size_t>(side)));
}

std::vector<Outlook> outlooks(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  std::vector<Outlook> all;
  for (const Side side : sides) {
    const bool near = side == Side::top || side == Side::left;
    for (std::uint32_t at = 0; at < puzzle.size; ++at) {
      const std::uint32_t clue = puzzle.clue(side, at);
      if (clue == 0) continue;
      const std::uint32_t line = side == Side::top || side == Side::bottom ? at : puzzle.size + at;
      const LineClues found = seen(grid, puzzle.size, line);
      all.push_back({side, at, line, clue, near ? found.near : found.far});
    }
  }
  return all;
}

Rows rows_of(std::span<const std::uint8_t> grid, std::uint32_t size) {
  Rows rows;
  for (std::uint32_t row = 0; row < size; ++row) {
    std::ranges::copy(grid.subspan(std::size_t{row} * size, size), rows[row]);
  }
  return rows;
}

Grid grid_of(const Rows& rows, std::uint32_t size) {
  Grid grid;
  for (std::uint32_t row = 0; row < size; ++row) grid.insert(grid.end(), rows[row], rows[row] + size);
  return grid;
}

}  // namespace skerry::skyscraper
