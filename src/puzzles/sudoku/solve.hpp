#pragma once

#include "puzzles/latin/solve_result.hpp"
#include "puzzles/sudoku/inference.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>

namespace skerry::sudoku {

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Solves by inference, then by backtracking with inference after each guess. The cell to guess has few
/// candidates in relation to the clashes found in its units (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais,
/// "Boosting systematic search by weighting constraints", ECAI 2004). A search that finds nothing for a long
/// time starts anew, with the weights it has learnt and with half as many guesses again before it gives up.
/// The search is complete whichever forms are left out, unless it ends after most_guesses, and it is the same
/// on every machine.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::sudoku
