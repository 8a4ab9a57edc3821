#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/difficulty.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::sudoku {

struct GenerateSettings {
  std::uint32_t order = 3;   ///< least_order to max_order
  std::uint32_t givens = 0;  ///< how many are wanted; 0: as few as the prunings find
  std::optional<Difficulty> difficulty = std::nullopt;  ///< none: any, as long as there is one solution
  /// Prunings of each puzzle until it has the givens that are wanted, or else of which the one with the
  /// fewest is kept; above 0.
  std::uint32_t attempts = 1;
  bool ambiguous = false;  ///< givens drawn at random, however many solutions there are then
  std::uint64_t seed = 1;
};

struct Generated {
  Puzzle puzzle;
  Grid solution;  ///< where the puzzle is ambiguous, one of them
};

/// The prunings that generate() is worth where a number of givens is wanted: what takes seconds a puzzle.
std::uint32_t default_attempts(const GenerateSettings& settings);

/// Throws UsageError for settings out of range.
void validate(const GenerateSettings& settings);

/// Puzzle number `index` of the endless series that settings stand for; the same on every machine. It has one
/// solution and the difficulty asked, and as many givens as are wanted, or more where the attempts did not
/// get that far. Where no number is wanted, inference of that difficulty would need every given.
///
/// Givens are left out of a random grid in random order. Further attempts give some again and leave out
/// others. What turns out easier than asked is thrown away. A given whose need takes too many guesses to tell
/// is kept, so that large puzzles keep more than they must. Throws as validate() does, and Error where no
/// grid leads to that difficulty.
Generated generate(const GenerateSettings& settings, std::uint32_t index);

/// A grid of the rules, not quite uniformly distributed: random boxes on the diagonal, the rest by solve(),
/// then the lines of each band, the bands and the values exchanged at random.
Grid random_grid(std::uint32_t order, Random& random);

}  // namespace skerry::sudoku
