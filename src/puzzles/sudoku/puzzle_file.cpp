#include "skerry/error.hpp"

#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/parsing.hpp"

#include <array>
#include <cstdlib>
#include <span>

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

/// A given and where it stands in the file.
struct Place {
  const TextLine* line = nullptr;
  std::size_t column = 0;
};

/// Throws at a given that another one of its row, its column or its box repeats.
void expect_no_repetition(const Puzzle& puzzle, std::span<const Place> places) {
  constexpr std::uint32_t none = max_cells;
  std::array<std::array<std::uint32_t, max_size + 1>, max_units> holder{};
  for (auto& unit : holder) unit.fill(none);
  const std::uint32_t order = puzzle.order;
  for (std::uint32_t cell = 0; cell < puzzle.cell_count(); ++cell) {
    const std::uint8_t value = puzzle.givens[cell];
    if (value == 0) continue;
    for (const std::uint32_t unit : units_of(order, cell)) {
      const std::uint32_t other = holder[unit][value];
      holder[unit][value] = cell;
      if (other == none) continue;
      places[cell].line->fail(
          fmt::format("{} is given in {} and in {}, twice in {}; a value stands there once", symbol_of(value),
                      cell_name(order, other), cell_name(order, cell), unit_name(order, unit)),
          places[cell].column);
    }
  }
}

/// Reads the puzzle whose cells follow each other in these lines.
Puzzle read_puzzle(std::uint32_t order, std::span<const CellLine> lines) {
  Puzzle puzzle(order);
  puzzle.where = fmt::format("{}:{}", *lines.front().line.file, lines.front().line.number);
  std::vector<Place> places;
  for (const CellLine& line : lines) {
    for (const Word& cell : line.cells) {
      puzzle.givens[places.size()] = checked_value(order, line.line, cell);
      places.push_back({&line.line, cell.column});
    }
  }
  expect_no_repetition(puzzle, places);
  return puzzle;
}

/// Tells whether a line is a row: sixteen cells with nothing between them are a puzzle of 4x4, and otherwise
/// a row of 16x16.
bool is_row(const CellLine& line, std::uint32_t order) {
  return line.cells.size() == std::size_t{order} * order && (order != 4 || line.parted);
}

bool is_one_line(const CellLine& line, std::uint32_t order) {
  return line.cells.size() == Puzzle(order).cell_count() && (order != 2 || !line.parted);
}

/// Throws for a line that is neither a puzzle nor a row of one, and names the nearest form.
[[noreturn]] void fail_length(const CellLine& line) {
  const std::size_t count = line.cells.size();
  if (count <= max_size * 3 / 2) {
    line.fail_count(
        fmt::format("{} characters stand here; a puzzle in one line has 16, 81, 256 or 625 of them, a row of "
                    "a grid 4, 9, 16 or 25",
                    count),
        count);
  }
  std::size_t nearest = 81, size = 9;
  for (const std::size_t other : {16U, 25U}) {
    const auto gap = [count](std::size_t cells) { return cells > count ? cells - count : count - cells; };
    if (gap(other * other) >= gap(nearest)) continue;
    nearest = other * other;
    size = other;
  }
  line.fail_count(
      fmt::format("{} characters stand here; {} are expected for {}x{}", count, nearest, size, size),
      nearest);
}

/// Returns the lines of the plain grid with which `lines` begins.
std::span<const CellLine> take_rows(std::uint32_t order, std::span<const CellLine> lines) {
  const std::size_t size = std::size_t{order} * order;
  for (std::size_t row = 1; row < size; ++row) {
    if (row == lines.size()) {
      lines.back().fail_count(fmt::format("the grid ends after {} of {} rows", row, size), size);
    }
    const CellLine& line = lines[row];
    if (line.cells.size() == size) continue;
    line.fail_count(fmt::format("{} characters stand here; {} are expected for row {} of {}x{}",
                                line.cells.size(), size, row + 1, size, size),
                    size);
  }
  return lines.first(size);
}

/// Returns the lines of the puzzle with which `lines` begins, and its order.
std::pair<std::uint32_t, std::span<const CellLine>> take_puzzle(std::span<const CellLine> lines) {
  for (std::uint32_t order = least_order; order <= max_order; ++order) {
    if (is_row(lines.front(), order)) return {order, take_rows(order, lines)};
    if (is_one_line(lines.front(), order)) return {order, lines.first(1)};
  }
  fail_length(lines.front());
}

}  // namespace

std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name) {
  std::vector<Puzzle> puzzles;
  const std::vector<CellLine> lines = split_cells(text, name);
  for (std::span<const CellLine> rest = lines; !rest.empty();) {
    const auto [order, own] = take_puzzle(rest);
    puzzles.push_back(read_puzzle(order, own));
    rest = rest.subspan(own.size());
  }
  if (puzzles.empty()) throw DataError(fmt::format("there is no puzzle in it ({})", name));
  return puzzles;
}

}  // namespace skerry::sudoku
