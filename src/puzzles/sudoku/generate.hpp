#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/deduction.hpp"
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

struct GenerateSettings {
  std::uint32_t order = 3;   ///< least_order to max_order
  std::uint32_t givens = 0;  ///< the number wanted; 0 stands for as few as the prunings find
  std::optional<Difficulty> difficulty =
      std::nullopt;  ///< none stands for any, as long as there is one solution
  /// The most prunings of each puzzle, above 0: they end once it has the number of givens that is wanted, and
  /// otherwise the puzzle with the fewest is kept.
  std::uint32_t attempts = 1;
  bool ambiguous = false;  ///< draws the givens at random, however many solutions there are then
  std::uint64_t seed = 1;
};

struct Generated {
  Puzzle puzzle;
  Grid solution;  ///< the solution, or one of them where the puzzle is ambiguous
};

/// Returns the number of prunings that is worth its time, seconds for each puzzle, where a number of givens
/// is wanted.
std::uint32_t default_attempts(const GenerateSettings& settings);

/// Throws UsageError for settings out of range.
void validate(const GenerateSettings& settings);

/// Returns puzzle number `index` of the endless series that belongs to the settings; it is the same on every
/// machine. It has one solution and the difficulty asked, and as many givens as are wanted, or more where the
/// attempts did not suffice. Where no number is wanted, inference of that difficulty needs every given.
///
/// The generator leaves givens of a random grid out in random order. Further attempts restore some givens and
/// leave out others. It discards puzzles that turn out easier than asked. A given is kept where it takes too
/// many guesses to tell whether it is needed, so that large puzzles keep more than necessary. Throws as
/// validate() does, and Error where no grid leads to that difficulty.
Generated generate(const GenerateSettings& settings, std::uint32_t index);

/// Returns a grid that keeps the rules, not quite uniformly distributed: random boxes on the diagonal, the
/// rest by solve(), then random exchanges of the lines of each band, of the bands and of the values.
Grid random_grid(std::uint32_t order, Random& random);

}  // namespace skerry::sudoku
