#pragma once

#include "puzzles/latin/solve_result.hpp"
#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Solves by inference, then by backtracking on the cell with the fewest candidates, with inference after
/// each guess. The search is complete whichever forms are left out, unless it gives up: every solution is
/// checked.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::skyscraper
