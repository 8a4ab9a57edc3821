#pragma once

#include "puzzles/skyscraper/difficulty.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>

namespace skerry::skyscraper {

constexpr std::uint32_t least_generated_size = 3;
/// Above it a puzzle takes more than some ten seconds.
constexpr std::uint32_t largest_generated_size = 12;

struct GenerateSettings {
  std::uint32_t size = 6;  ///< least_generated_size to largest_generated_size
  /// Not unreasonable at size 3: inference decides every puzzle of clues alone there that has one solution.
  Difficulty difficulty = Difficulty::hard;
  std::uint32_t attempts =
      1;  ///< prunings of each puzzle, of which the one with the fewest hints is kept; above 0
  std::uint64_t seed = 1;
};

struct Generated {
  Puzzle puzzle;
  Grid solution;
  std::uint32_t clues = 0;   ///< how many there are
  std::uint32_t givens = 0;  ///< how many there are
};

/// Throws UsageError for settings out of range.
void validate(const GenerateSettings& settings);

/// Puzzle number `index` of the endless series that settings stand for; the same on every machine. It has one
/// solution, a random Latin square, and exactly the difficulty asked. Were any one of its hints (a clue or a
/// given) left out, inference of that difficulty would no longer find the solution; at unreasonable there
/// would be more than one.
///
/// All clues are told, and random givens only if clues are not enough; then hints are left out in random
/// order. What turns out easier than asked is thrown away. Further attempts tell some hints again and leave
/// out others. Throws as validate() does.
Generated generate(const GenerateSettings& settings, std::uint32_t index);

}  // namespace skerry::skyscraper
