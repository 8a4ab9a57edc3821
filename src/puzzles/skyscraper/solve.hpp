#pragma once

#include "puzzles/latin/solve_result.hpp"
#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

using SolveResult = latin::SolveResult<InferenceCounts>;

/// Inference, then backtracking on the cell with the fewest candidates, with inference after each guess.
/// Complete whichever forms are left out, unless it gives up: what it finds is checked.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::skyscraper
