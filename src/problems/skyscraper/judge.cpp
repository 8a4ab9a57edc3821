#include "skerry/problems/skyscraper/judge.hpp"

#include <array>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace skerry::skyscraper {

namespace {

using Cells = std::span<const std::uint8_t>;

/// The cells of a line that are empty, too high, or repeat an earlier one.
std::vector<std::uint32_t> misfits(std::uint32_t size, Cells grid, std::uint32_t line) {
  std::vector<std::uint32_t> cells;
  std::array<bool, 256> taken{};
  for (std::uint32_t at = 0; at < size; ++at) {
    const std::uint32_t cell = line_of(size, line).cell(at);
    const std::uint8_t value = grid[cell];
    if (value == 0 || value > size || taken[value]) cells.push_back(cell);
    taken[value] = true;
  }
  return cells;
}

std::string value_text(std::uint8_t value) {
  return value == 0 ? "nothing" : std::to_string(value);
}

std::string place(std::uint32_t size, std::uint32_t cell) {
  return fmt::format("row {} column {}", cell / size + 1, cell % size + 1);
}

Verdict judge_line(std::uint32_t size, Cells grid, std::uint32_t line) {
  std::vector<std::string> offences;
  for (const std::uint32_t cell : misfits(size, grid, line)) {
    const std::uint8_t value = grid[cell];
    const bool repeated = value > 0 && value <= size;
    const std::uint32_t at = line < size ? cell / size : cell % size;
    offences.push_back(fmt::format("{} in {} {}{}", value_text(value), line < size ? "row" : "column", at + 1,
                                   repeated ? " again" : ""));
  }
  return {fmt::format("{} holds 1 to {} once each", line_name(size, line), size),
          offences.empty() ? "so it does" : fmt::format("{}", fmt::join(offences, ", ")), offences.empty()};
}

struct Outlook {
  std::uint32_t line = 0;
  std::uint32_t clue = 0;
  std::uint32_t seen = 0;
};

Outlook look(const Puzzle& puzzle, Cells grid, Side side, std::uint32_t at) {
  const std::uint32_t line = side == Side::top || side == Side::bottom ? at : puzzle.size + at;
  const LineClues found = seen(grid, puzzle.size, line);
  const bool near = side == Side::top || side == Side::left;
  return {line, puzzle.clue(side, at), near ? found.near : found.far};
}

constexpr std::array sides = {Side::top, Side::bottom, Side::left, Side::right};
constexpr std::array<const char*, 4> side_names = {"the top", "the bottom", "the left", "the right"};

}  // namespace

std::uint32_t penalty(const Puzzle& puzzle, Cells grid) {
  std::size_t points = 0;
  for (std::uint32_t line = 0; line < 2 * puzzle.size; ++line) {
    points += misfits(puzzle.size, grid, line).size();
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
  for (const Side side : sides) {
    for (std::uint32_t at = 0; at < size; ++at) {
      const Outlook outlook = look(puzzle, grid, side, at);
      if (outlook.clue == 0) continue;
      verdicts.push_back({fmt::format("{} shows {} from {}", line_name(size, outlook.line), outlook.clue,
                                      side_names[static_cast<std::size_t>(side)]),
                          std::to_string(outlook.seen), outlook.seen == outlook.clue});
    }
  }
  std::vector<std::string> moved;
  bool any_given = false;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint8_t given = puzzle.givens[cell];
    any_given = any_given || given != 0;
    if (given == 0 || given == grid[cell]) continue;
    moved.push_back(fmt::format("{} instead of {} in {}", value_text(grid[cell]), given, place(size, cell)));
  }
  if (any_given) {
    verdicts.push_back({"the givens are kept",
                        moved.empty() ? "so they are" : fmt::format("{}", fmt::join(moved, ", ")),
                        moved.empty()});
  }
  return verdicts;
}

}  // namespace skerry::skyscraper
