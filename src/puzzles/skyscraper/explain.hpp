#pragma once

#include "puzzles/latin/explanation.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstddef>
#include <cstdint>

namespace skerry::skyscraper {

latin::Board board_of(const Puzzle& puzzle);

/// Explains the way to the solution by edge clues, singles, the sequences of a line that meet its clues,
/// subsets and fish, the easiest first: lines with few sequences come before those with many. The ratings are
/// skerry's own.
latin::Explanation explain(const Puzzle& puzzle, const latin::Board& board,
                           std::size_t most_steps = SIZE_MAX);

}  // namespace skerry::skyscraper
