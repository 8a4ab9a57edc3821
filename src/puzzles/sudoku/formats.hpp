#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::sudoku {

// One puzzle a line: 16, 81, 256 or 625 characters, row by row. Values are 1 to 9, then A to G of 16x16 and
// A to P of 25x25, in capitals or not; 0 or a dot is an empty cell. What follows # is a comment.

/// The puzzles of a text, in their order. Throws DataError with file, line and column where something is
/// wrong with one, a repeated given too, and where there is none. `name` stands for the file in messages.
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name);

/// A grid [size * size] in one line, a dot where a cell is empty.
std::string one_line(std::span<const std::uint8_t> grid);

/// A row a line, with strokes between the boxes.
std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid);
inline std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return draw_text(puzzle.order, grid);
}

/// Reads a solution of the puzzle: one line, or a row a line with or without strokes and blanks. A dot or 0
/// is an empty cell. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::sudoku
