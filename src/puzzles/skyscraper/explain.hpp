#pragma once

#include "puzzles/latin/explanation.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <string>

namespace skerry::skyscraper {

latin::Board board_of(const Puzzle& puzzle);

/// Returns a text such as "clue 3 on the left of row 2", as steps have it.
std::string clue_name(const Puzzle& puzzle, Side side, std::uint32_t at);
/// `number` is the place in Puzzle::clues.
std::string clue_name(const Puzzle& puzzle, std::uint32_t number);

/// Explains the way to the solution by edge clues, singles, the sequences of a line that meet its clues,
/// subsets and fish, the easiest first: lines with few sequences come before those with many. The ratings are
/// skerry's own.
latin::Explanation explain(const Puzzle& puzzle, const latin::Board& board,
                           const latin::ExplainLimits& limits = {});

/// Puzzles of this rating and above need guesses.
constexpr double guess_rating = 7.0;

}  // namespace skerry::skyscraper
