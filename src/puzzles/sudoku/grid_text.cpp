#include "skerry/error.hpp"

#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/parsing.hpp"

#include <fmt/core.h>

namespace skerry::sudoku {

namespace {

std::string cell_text(std::uint8_t value, const Symbols& symbols) {
  return value == 0 ? "." : symbols.text(value);
}

}  // namespace

std::string one_line(std::span<const std::uint8_t> grid, const Symbols& symbols) {
  std::string text;
  for (const std::uint8_t value : grid) {
    if (symbols.as_numbers() && !text.empty()) text += ' ';
    text += cell_text(value, symbols);
  }
  return text;
}

std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid, const Symbols& symbols) {
  const std::uint32_t size = order * order;
  const std::size_t width = symbols.text(size).size();
  const std::size_t box_width = order * (width + 1);
  std::string frame(order * box_width - 1 + 2 * (std::size_t{order} - 1), '-');
  for (std::size_t at = box_width; at < frame.size(); at += box_width + 2) frame[at] = '+';
  std::string text;
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    const std::uint32_t column = column_of(order, cell);
    const std::uint32_t row = row_of(order, cell);
    if (column == 0 && row > 0 && row % order == 0) text += frame + "\n";
    if (column > 0) text += column % order == 0 ? " | " : " ";
    text += fmt::format("{:>{}}", cell_text(grid[cell], symbols), width);
    if (column + 1 == size) text += '\n';
  }
  return text;
}

Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name) {
  const std::vector<CellLine> lines = split_cells(text, name);
  const std::uint32_t size = puzzle.size();
  std::span<const CellLine> rest = lines;
  if (rest.size() > 1 && rest.front().size_told && !rest.front().maybe_frame) {
    const std::uint32_t told = *rest.front().size_told;
    if (told == size || told == puzzle.order) rest = rest.subspan(1);
  }
  std::vector<const CellLine*> rows;
  for (const CellLine& line : rest) {
    if (!line.maybe_frame || line.cells.size() == size) rows.push_back(&line);
  }
  const bool one = rows.size() == 1;
  if (!one && rows.size() != size) {
    throw DataError(fmt::format("there are {} rows; a solution has {}, or one line of all {} characters ({})",
                                rows.size(), size, puzzle.cell_count(), name));
  }
  const std::size_t expected = one ? puzzle.cell_count() : size;
  Grid grid;
  for (const CellLine* line : rows) {
    if (line->cells.size() != expected) {
      line->fail_count(fmt::format("{} characters stand here; {} are expected for {} of {}x{}",
                                   line->cells.size(), expected, one ? "a grid" : "a row", size, size),
                       expected);
    }
    for (const Word& cell : line->cells) grid.push_back(checked_value(puzzle, line->line, cell));
  }
  return grid;
}

}  // namespace skerry::sudoku
