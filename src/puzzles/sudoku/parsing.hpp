#pragma once

#include "puzzles/grid/grid.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <optional>
#include <string>
#include <string_view>
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

/// Reads lines of cells one after another. Leaves out frames but those of dashes alone, comments, titles and
/// headers. Throws DataError at a character that stands for no cell.
class CellReader {
 public:
  /// Both must outlive the reader.
  CellReader(std::string_view text, const std::string& file) : lines_(text, file) {}

  /// Appends the next line, or all rows of a grid whose empty cells are blanks. Returns false at the end.
  bool append_to(std::vector<CellLine>& lines);

 private:
  LineReader lines_;
  std::vector<TextLine> ahead_;
  bool holds_puzzles_ = true;  // of the section
};

/// Tells whether dashes mark empty cells, so that lines of dashes may be rows.
bool dashes_are_marks(std::string_view text, const std::string& file);

/// Returns all lines of cells, without frames.
std::vector<CellLine> split_cells(std::string_view text, const std::string& file);

/// A mark is valid whatever the symbols of the grid are: neither 0, which may be a value, nor a letter but x.
bool is_mark(std::string_view cell);

/// Returns 0 for an empty cell; fails if a puzzle of that size and these symbols has no such value.
std::uint8_t checked_value(const Puzzle& puzzle, const TextLine& line, const Word& cell);

}  // namespace skerry::sudoku
