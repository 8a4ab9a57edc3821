#pragma once

#include "puzzles/latin/deduction.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::latin {

/// What an exact solver finds.
template <class InferenceCounts>
struct SolveResult {
  std::uint64_t solutions = 0;                    ///< found, up to the limit
  std::optional<std::vector<std::uint8_t>> grid;  ///< the first one, [size * size]
  InferenceCounts counts;
  std::uint64_t guesses = 0;   ///< values tried where inference left a choice
  bool gave_up = false;        ///< after most_guesses, with solutions left to look for
  std::optional<Clash> clash;  ///< where inference alone finds that there is no solution
};

}  // namespace skerry::latin
