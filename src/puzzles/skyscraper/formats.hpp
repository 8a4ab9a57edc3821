#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::skyscraper {

// Two text forms of puzzles, which one file may mix. Lines that begin with # are comments.
//
// The game id of Simon Tatham's `towers`, one a line: "size:clues,givens", as in 4:/2//2//3/3////////1/,c4b.
// The clues are those of the top, the bottom, the left and the right, split by slashes and empty where there
// is none. The givens go row by row: a letter skips as many cells as it stands in the alphabet, _ parts two
// numbers.
//
// A plain grid with the clues around, which ends at an empty line: the clues of the top; the rows, each
// between its two clues; the clues of the bottom. A dot is no clue, or an empty cell. Frames of | + - are
// passed over.

/// The puzzles of a text, in their order. Throws DataError with file, line and column where something is
/// wrong with one, and where there is none. `name` stands for the file in messages.
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name);

/// The puzzle as a game id; sizes up to 9 are those `towers` takes.
std::string game_id(const Puzzle& puzzle);

/// The plain grid in a frame, with `grid` in place of the givens.
std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// Reads a solution: the rows alone, or the clues around them too, which must be the puzzle's. A dot or 0 is
/// an empty cell; values up to 99 may stand there. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

}  // namespace skerry::skyscraper
