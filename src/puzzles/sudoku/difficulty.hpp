#pragma once

#include "puzzles/latin/difficulty.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::sudoku {

/// Returns the difficulty of a puzzle with one solution: easy where propagation and elimination decide every
/// cell, hard where locked candidates are needed besides. Any other puzzle is unreasonable.
Difficulty rate(const Puzzle& puzzle);

/// Tells whether a puzzle has one solution and inference of this difficulty finds it. For `unreasonable` it
/// returns none where it would take more guesses than `most_guesses`.
std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses);

}  // namespace skerry::sudoku
