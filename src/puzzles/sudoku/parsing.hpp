#pragma once

#include "puzzles/grid/text_lines.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <string>
#include <vector>

namespace skerry::sudoku {

/// A line of a file, split into the characters of cells.
struct CellLine {
  TextLine line;
  std::vector<Word> cells;  ///< characters that stand for a value or an empty cell
  bool parted = false;      ///< whether blanks or strokes stand between them

  /// Throws with the place at which the number of cells differs from the expected one.
  [[noreturn]] void fail_count(const std::string& message, std::size_t expected) const;
};

/// Returns the lines that hold cells, without frames, comments and blank lines. Throws DataError at a
/// character that stands for no cell.
std::vector<CellLine> split_cells(std::string_view text, const std::string& file);

/// Returns the value of a cell, 0 where it is empty; fails where a grid of that order has no such value.
std::uint8_t checked_value(std::uint32_t order, const TextLine& line, const Word& cell);

}  // namespace skerry::sudoku
