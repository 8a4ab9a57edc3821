#pragma once

#include "puzzles/latin/deduction.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::latin {

/// The result of an exact solver.
template <class InferenceCounts>
struct SolveResult {
  std::uint64_t solutions = 0;                    ///< solutions found, up to the limit
  std::optional<std::vector<std::uint8_t>> grid;  ///< the first one, [size * size]
  InferenceCounts counts;
  std::uint64_t guesses = 0;   ///< values tried where inference left a choice
  bool gave_up = false;        ///< whether the search ended after most_guesses, before it was complete
  std::optional<Clash> clash;  ///< the contradiction, where inference alone finds that there is no solution
};

}  // namespace skerry::latin
