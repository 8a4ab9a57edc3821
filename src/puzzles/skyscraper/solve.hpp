#pragma once

#include "puzzles/skyscraper/inference.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::skyscraper {

struct SolveResult {
  std::uint64_t solutions = 0;  ///< found, up to the limit
  std::optional<Grid> grid;     ///< the first one
  InferenceCounts counts;
  std::uint64_t guesses = 0;   ///< values tried in a cell that inference left open
  bool gave_up = false;        ///< after most_guesses, with solutions left to look for
  std::optional<Clash> clash;  ///< where inference alone finds that there is no solution
};

/// Inference, then backtracking on the cell with the fewest candidates, with inference after each guess.
/// Complete whichever forms are left out, unless it gives up: what it finds is checked.
SolveResult solve(const Puzzle& puzzle, std::uint64_t limit, const InferenceSettings& settings = {},
                  std::uint64_t most_guesses = UINT64_MAX);

}  // namespace skerry::skyscraper
