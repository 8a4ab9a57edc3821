#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::sudoku {

// A puzzle is one line of 16, 81, 256 or 625 characters, row by row, or a line for each row. docs/sudoku.md
// lists the forms. Values are 1 to 9, then the letters A to G for 16x16 and A to P for 25x25, in either case;
// 0 or a dot is an empty cell. A file whose values are others (Symbols) is read with its own. A comment
// begins with #.

/// Reads one puzzle after another. Before the first one it throws DataError with file, line and column for a
/// mistake anywhere in the text, and for a text without puzzles. Contradicting givens are one if the puzzle
/// is the only one; otherwise it gets a Puzzle::contradiction. `name` stands for the file in messages.
/// Symbols that could be several are those of `known`, if there are any.
void for_each_puzzle(std::string_view text, const std::string& name, const std::function<void(Puzzle)>& each,
                     const Symbols* known = nullptr);
/// Returns all puzzles of for_each_puzzle().
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name,
                                  const Symbols* known = nullptr);

/// `grid` is [size * size]. A dot is an empty cell, and numbers have blanks between them.
std::string one_line(std::span<const std::uint8_t> grid, const Symbols& symbols = {});
inline std::string one_line(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return one_line(grid, puzzle.symbols);
}

std::string draw_text(std::uint32_t order, std::span<const std::uint8_t> grid, const Symbols& symbols = {});
inline std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid) {
  return draw_text(puzzle.order, grid, puzzle.symbols);
}

/// The text is in the symbols of the puzzle: one line, or a line for each row, with or without strokes and
/// blanks. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::sudoku
