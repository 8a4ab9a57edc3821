#pragma once

#include "puzzles/latin/difficulty.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::skyscraper {

/// How difficult a puzzle with one solution is: easy where edge clues, propagation and elimination
/// decide every cell, hard where sequence filtration is needed besides. Any other puzzle is unreasonable.
Difficulty rate(const Puzzle& puzzle);

/// Whether a puzzle has one solution and inference of this difficulty finds it. At unreasonable none where it
/// takes more guesses than that to say.
std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses);
bool decided_by(Difficulty difficulty, const Puzzle& puzzle);

}  // namespace skerry::skyscraper
