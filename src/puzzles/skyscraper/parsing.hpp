#pragma once

#include "puzzles/grid/text_lines.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <span>
#include <string>
#include <vector>

namespace skerry::skyscraper {

/// Tells whether a line looks like a game id: a colon follows its first word.
bool is_game_id(const TextLine& line);
Puzzle parse_game_id(const TextLine& line);

/// Reads lines between empty ones, without frames and comments, of which there is at least one: a grid with
/// clues around it, or lists of clues, a puzzle each.
std::vector<Puzzle> parse_block(std::span<const TextLine> lines);

/// Tells whether a word stands for no clue or for an empty cell: a dot, a dash or 0.
bool is_none(const Word& word);
/// Returns the words of a line, between blanks, strokes, commas, quotes and brackets.
std::vector<Word> fields_of(const TextLine& line);
/// Returns the fields of a line, of which there must be `count`; `what` names them in messages.
std::vector<Word> words_of(const TextLine& line, std::size_t count, const std::string& what);
/// Returns the clue that a word stands for; fails on one that no line of this size can show.
std::uint8_t checked_clue(const TextLine& line, const Word& word, std::uint32_t size);
std::uint8_t checked_given(const TextLine& line, const Word& word, std::uint32_t size);

}  // namespace skerry::skyscraper
