#include "skerry/error.hpp"

#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/parsing.hpp"

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

char character_of(std::uint8_t value) {
  return value == 0 ? '.' : symbol_of(value);
}

}  // namespace

std::string one_line(std::span<const std::uint8_t> grid) {
  std::string text;
  for (const std::uint8_t value : grid) text += character_of(value);
  return text;
}

std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid) {
  std::string frame(2 * std::size_t{order} * (order + 1) - 3, '-');
  for (std::size_t at = 2 * order; at < frame.size(); at += 2 * order + 2) frame[at] = '+';
  std::string text;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint32_t column = column_of(order, cell);
    const std::uint32_t row = row_of(order, cell);
    if (column == 0 && row > 0 && row % order == 0) text += frame + "\n";
    if (column > 0) text += column % order == 0 ? " | " : " ";
    text += character_of(grid[cell]);
    if (column + 1 == order * order) text += '\n';
  }
  return text;
}

Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  const std::vector<CellLine> lines = split_cells(text, name);
  const std::uint32_t size = puzzle.size();
  const bool one = lines.size() == 1;
  if (!one && lines.size() != size) {
    throw DataError(fmt::format("there are {} rows; a solution has {}, or one line of all {} characters ({})",
                                lines.size(), size, puzzle.cell_count(), name));
  }
  const std::size_t expected = one ? puzzle.cell_count() : size;
  Grid grid;
  for (const CellLine& line : lines) {
    if (line.cells.size() != expected) {
      line.fail_count(fmt::format("{} characters stand here; {} are expected for {} of {}x{}",
                                  line.cells.size(), expected, one ? "a grid" : "a row", size, size),
                      expected);
    }
    for (const Word& cell : line.cells) grid.push_back(checked_value(puzzle.order, line.line, cell));
  }
  return grid;
}

}  // namespace skerry::sudoku
