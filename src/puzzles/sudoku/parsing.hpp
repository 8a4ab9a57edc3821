#pragma once

#include "puzzles/grid/grid.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skerry::sudoku {

struct CellLine {
  TextLine line;
  std::vector<Word> cells = {};  ///< values and marks of empty cells
  bool parted = false;           ///< whether blanks or strokes stand between them
  bool numbers = false;          ///< whether values may have several digits
  bool one_puzzle = false;       ///< whether the line is a puzzle, whatever the number of its cells
  bool maybe_frame = false;      ///< a line of dashes, which is a frame or a row of empty cells
  std::optional<std::uint32_t> size_told = {};  ///< what the line states, if it may be the line of a size

  /// Throws with the place at which the number of cells differs from the expected one.
  [[noreturn]] void fail_count(const std::string& message, std::size_t expected) const;
};

/// Leaves out frames, comments, titles and headers. Throws DataError at a character that stands for no cell.
std::vector<CellLine> split_cells(std::string_view text, const std::string& file);

/// A mark is valid whatever the symbols of the grid are: neither 0, which may be a value, nor a letter but x.
bool is_mark(std::string_view cell);

/// Returns 0 for an empty cell; fails if a puzzle of that size and these symbols has no such value.
std::uint8_t checked_value(const Puzzle& puzzle, const TextLine& line, const Word& cell);

}  // namespace skerry::sudoku
