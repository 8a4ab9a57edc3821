#pragma once

#include "puzzles/latin/difficulty.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::skyscraper {

/// Returns the difficulty of a puzzle with one solution: easy where edge clues, propagation and elimination
/// decide every cell, hard where sequence filtration is needed besides. Any other puzzle is unreasonable.
Difficulty rate(const Puzzle& puzzle);

/// Tells whether a puzzle has one solution and inference of this difficulty finds it. For `unreasonable` it
/// returns none where it would take more guesses than `most_guesses`.
std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses);
bool decided_by(Difficulty difficulty, const Puzzle& puzzle);

}  // namespace skerry::skyscraper
