#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/deduction.hpp"
#include "puzzles/latin/explanation.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::sudoku {

/// The puzzle has one solution. Easy needs propagation and elimination, hard also locked candidates; any
/// other puzzle is unreasonable.
Difficulty rate(const Puzzle& puzzle);

/// The puzzle must have one solution, too. Returns none for `unreasonable` if it would take more guesses than
/// `most_guesses`.
std::optional<bool> decided_by(Difficulty difficulty, const Puzzle& puzzle, std::uint64_t most_guesses);

struct GenerateSettings {
  std::uint32_t order = 3;   ///< least_order to max_order
  std::uint32_t givens = 0;  ///< the number wanted; 0 stands for as few as the prunings find
  std::optional<Difficulty> difficulty =
      std::nullopt;  ///< none stands for any, as long as there is one solution
  std::optional<latin::RatingRange> rating = std::nullopt;  ///< none stands for any
  /// At least 1. Prunings end at the number of givens wanted; otherwise the puzzle with the fewest is kept.
  std::uint32_t attempts = 1;
  bool ambiguous = false;  ///< draws the givens at random, however many solutions there are then
  std::uint64_t seed = 1;
};

struct Generated {
  Puzzle puzzle;
  Grid solution;                                ///< one of several if the puzzle is ambiguous
  std::optional<double> rating = std::nullopt;  ///< if one was asked
};

/// They take seconds for each puzzle if a number of givens is wanted.
std::uint32_t default_attempts(const GenerateSettings& settings);

/// Throws UsageError for settings out of range.
void validate(const GenerateSettings& settings);

/// The series is endless, and the same on every machine. A puzzle has one solution, the difficulty or the
/// rating asked, and as many givens as are wanted, or more if the attempts did not suffice. A given is kept
/// if it takes too many guesses to tell whether it is needed, and if the puzzle would get too hard without
/// it. Throws as validate() does, and Error if no grid leads to that difficulty or rating.
Generated generate(const GenerateSettings& settings, std::uint32_t index);

/// Not quite uniformly distributed: random boxes on the diagonal, the rest by solve(), then random exchanges
/// of lines, bands and values.
Grid random_grid(std::uint32_t order, Random& random);

}  // namespace skerry::sudoku
