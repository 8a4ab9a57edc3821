#pragma once

#include "skerry/random.hpp"

#include "puzzles/latin/explanation.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/solve.hpp"

#include <cstdint>
#include <optional>

namespace skerry::skyscraper {

constexpr std::uint32_t least_generated_size = 3;
/// A larger puzzle takes more than about ten seconds.
constexpr std::uint32_t largest_generated_size = 12;

struct GenerateSettings {
  std::uint32_t size = 6;  ///< least_generated_size to largest_generated_size
  /// At size 3 it is not `unreasonable`: inference decides every puzzle of that size that has clues alone and
  /// one solution.
  Difficulty difficulty = Difficulty::hard;
  std::optional<latin::RatingRange> rating = std::nullopt;  ///< in place of a difficulty, if there is one
  std::uint32_t attempts = 1;  ///< prunings of each puzzle; the one with the fewest hints is kept; above 0
  std::uint64_t seed = 1;
};

struct Generated {
  Puzzle puzzle;
  Grid solution;
  std::uint32_t clues = 0;
  std::uint32_t givens = 0;
  std::optional<double> rating = std::nullopt;  ///< if one was asked
};

/// Throws UsageError for settings out of range.
void validate(const GenerateSettings& settings);

/// The series is endless, and the same on every machine. A puzzle has one solution, a random Latin square,
/// and exactly the difficulty or the rating asked. Without any one of its hints, that inference would not
/// find the solution or, for `unreasonable`, there would be several. Throws as validate() does, and Error if
/// no grid leads to that rating.
Generated generate(const GenerateSettings& settings, std::uint32_t index);

/// The random walk of Jacobson and Matthews ("Generating uniformly distributed random Latin squares", Journal
/// of Combinatorial Designs 4, 1996) visits size^3 squares from a cyclic one; then rows, columns and values
/// are permuted at random. Any bias that is left is only among classes of isotopic squares.
Grid random_latin_square(std::uint32_t size, Random& random);

}  // namespace skerry::skyscraper
