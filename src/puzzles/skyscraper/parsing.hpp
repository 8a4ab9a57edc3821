#pragma once

#include "puzzles/grid/text_lines.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <span>
#include <string>
#include <vector>

namespace skerry::skyscraper {

/// Whether a line looks like a game id: a colon behind its first word.
bool is_game_id(const TextLine& line);
Puzzle parse_game_id(const TextLine& line);

/// The lines of one grid with clues around it, frames and comments left out; at least one.
Puzzle parse_plain(std::span<const TextLine> lines);

/// A dot, which stands for no clue and for an empty cell.
bool is_none(const Word& word);
/// The words of a line that must be so many; `what` says in a message what they are.
std::vector<Word> words_of(const TextLine& line, std::size_t count, const std::string& what);
/// A clue that stands there; fails on one that no line of this size can show.
std::uint8_t checked_clue(const TextLine& line, const Word& word, std::uint32_t size);
std::uint8_t checked_given(const TextLine& line, const Word& word, std::uint32_t size);

}  // namespace skerry::skyscraper
