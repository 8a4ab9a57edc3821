#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::sudoku {

// A puzzle is one line of 16, 81, 256 or 625 characters, row by row, or a line for each row. docs/sudoku.md
// lists the forms. Values are 1 to 9, then the letters A to G for 16x16 and A to P for 25x25, in either case;
// 0 or a dot is an empty cell. A file whose values are others (Symbols) is read with its own. A comment
// begins with #.

/// Returns the puzzles of a text, in their order. Throws DataError with file, line and column for a mistake
/// in one, and for a text without puzzles. Givens that contradict each other are such a mistake where the
/// puzzle is the only one; otherwise it gets a Puzzle::contradiction. `name` stands for the file in messages.
/// Puzzles whose symbols could be several have those of `known`, where there are any.
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name,
                                  const Symbols* known = nullptr);

/// Returns a grid [size * size] in one line, with a dot for an empty cell. Numbers have blanks between them.
std::string one_line(std::span<const std::uint8_t> grid, const Symbols& symbols = {});
inline std::string one_line(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return one_line(grid, puzzle.symbols);
}

/// Returns a line for each row, with strokes between the boxes.
std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid, const Symbols& symbols = {});
inline std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return draw_text(puzzle.order, grid, puzzle.symbols);
}

/// Reads a solution of the puzzle, in the symbols of the puzzle: one line, or a line for each row, with or
/// without strokes and blanks. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::sudoku
