#pragma once

#include "puzzles/grid/grid.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::skyscraper {

// There are three text forms of puzzles, which one file may mix. A comment begins with #.
//
// The first is the game id of Simon Tatham's `towers`, one in each line: "size:clues,givens", as in
// 4:/2//2//3/3////////1/,c4b. Slashes separate the clues of the top, the bottom, the left and the right. The
// givens go row by row: a letter skips as many cells as its place in the alphabet, and _ separates two
// numbers.
//
// The second is a plain grid with the clues around it, which ends at an empty line. A dot or 0 stands for no
// clue, or for an empty cell. Frames of | + - are ignored, and a line of the size may come first.
//
// The third is a list of all clues, 0 for none, in one line or a line for each side: clockwise from the top
// left, or by sides (top, bottom, left, right, from the left or from the top). "clockwise:" or "sides:"
// before it says which; otherwise the order that has a solution is taken.

/// Reads one puzzle after another. Before the first one it throws DataError with file, line and column for a
/// mistake anywhere in the text, and for a text without puzzles. `name` stands for the file in messages.
void for_each_puzzle(std::string_view text, const std::string& name, const std::function<void(Puzzle)>& each);
/// Returns all puzzles of for_each_puzzle().
std::vector<Puzzle> parse_puzzles(std::string_view text, const std::string& name);

/// `towers` takes those of sizes up to 9.
std::string game_id(const Puzzle& puzzle);

/// `grid` stands in place of the givens.
std::string draw_text(const Puzzle& puzzle, std::span<const std::uint8_t> grid);

/// The text has the rows, with or without the clues of the puzzle around them. A dot or 0 is an empty cell;
/// values may go up to 99. Throws DataError with file, line and column.
Grid parse_grid(const Puzzle& puzzle, std::string_view text, const std::string& name);

/// Tells whether a line looks like a game id: a colon follows its first word.
bool is_game_id(const TextLine& line);
Puzzle parse_game_id(const TextLine& line);

/// Tells whether a word stands for no clue or for an empty cell: a dot, a dash or 0.
bool is_none(const Word& word);
/// Returns the words of a line, between blanks, strokes, commas, quotes and brackets.
std::vector<Word> fields_of(const TextLine& line);
/// There must be `count` of them; `what` names them in messages.
std::vector<Word> words_of(const TextLine& line, std::size_t count, const std::string& what);
/// Fails on a clue that no line of this size can show.
std::uint8_t checked_clue(const TextLine& line, const Word& word, std::uint32_t size);
std::uint8_t checked_given(const TextLine& line, const Word& word, std::uint32_t size);

}  // namespace skerry::skyscraper
