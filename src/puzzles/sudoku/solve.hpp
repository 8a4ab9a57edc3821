#pragma once

#include "puzzles/latin/solve_result.hpp"
#include "puzzles/sudoku/inference.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>

namespace skerry::sudoku {

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Inference, then backtracking with inference after each guess. The cell to guess has few candidates for the
/// clashes that were met in its units (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic
/// search by weighting constraints", ECAI 2004). A search that finds nothing for long starts anew, with the
/// weights it has learnt and half as much patience again. Complete whichever forms are left out, unless it
/// gives up; the same on every machine.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::sudoku
