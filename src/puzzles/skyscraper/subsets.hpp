#pragma once

#include "puzzles/skyscraper/candidates.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <span>

namespace skerry::skyscraper {

/// Returns the candidates that sequence filtration leaves of a line, without generating a sequence: by
/// dynamic programming over the sets of values that stand in its first cells, and in its last. It takes time
/// n * 2^n whatever the candidates. The highest value divides a sequence: the values before it decide the
/// near clue, the values behind it the far one.
std::array<Values, max_size> filter_by_subsets(std::span<const Values> cells, LineClues clues);

}  // namespace skerry::skyscraper
