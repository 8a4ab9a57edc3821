#pragma once

#include "puzzles/latin/explanation.hpp"
#include "puzzles/sudoku/puzzle.hpp"

namespace skerry::sudoku {

latin::Board board_of(const Puzzle& puzzle);

/// Explains the way to the solution by the rules that people know, in the order of their ratings, which are
/// those of Sudoku Explainer: singles, pointing and claiming, subsets, fish, wings, colouring, chains. Rules
/// that rest on the puzzle having one solution are not among them. The puzzle's givens must not contradict
/// each other.
latin::Explanation explain(const Puzzle& puzzle, const latin::Board& board,
                           const latin::ExplainLimits& limits = {});

/// Puzzles of this rating and above need guesses.
constexpr double guess_rating = 8.5;

}  // namespace skerry::sudoku
