#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::sudoku {

// A puzzle is one line of 16, 81, 256 or 625 characters, row by row. Values are 1 to 9, then the letters A to
// G for 16x16 and A to P for 25x25, in either case; 0 or a dot is an empty cell. A comment begins with #.

/// Returns the puzzles of a text, in their order. Throws DataError with file, line and column for a mistake
/// in one, such as a repeated given, and for a text without puzzles. `name` stands for the file in messages.
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name);

/// Returns a grid [size * size] in one line, with a dot for an empty cell.
std::string one_line(std::span<const std::uint8_t> grid);

/// Returns a line for each row, with strokes between the boxes.
std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid);
inline std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return draw_text(puzzle.order, grid);
}

/// Reads a solution of the puzzle: one line, or a line for each row, with or without strokes and blanks. A
/// dot or 0 is an empty cell. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::sudoku
