#pragma once

#include "puzzles/sudoku/inference.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::sudoku {

struct SolveResult {
  std::uint64_t solutions = 0;  ///< found, up to the limit
  std::optional<Grid> grid;     ///< the first one
  InferenceCounts counts;
  std::uint64_t guesses = 0;   ///< values tried where inference left a choice
  bool gave_up = false;        ///< after most_guesses, with solutions left to look for
  std::optional<Clash> clash;  ///< where inference alone finds that there is no solution
};

/// Inference, then backtracking with inference after each guess. The cell to guess has few candidates for the
/// clashes that were met in its units (dom/wdeg: Boussemart, Hemery, Lecoutre and Sais, "Boosting systematic
/// search by weighting constraints", ECAI 2004). A search that finds nothing for long starts anew, with the
/// weights it has learnt and half as much patience again. Complete whichever forms are left out, unless it
/// gives up; the same on every machine.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::sudoku
