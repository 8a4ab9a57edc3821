#pragma once

#include "skerry/measures.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {
class Settings;
}  // namespace skerry

namespace skerry::latin {

/// What a search for puzzles can make good or spread over a map.
enum class Quantity : std::uint8_t {
  clues,     ///< at the edge
  givens,    ///< cells that are shown
  hints,     ///< clues and givens
  unpaired,  ///< hints whose opposite, by a half turn of the puzzle, is not shown
  /// Cells that inference leaves open, added up over its levels, weakest first, up to one that decides all.
  difficulty,
  hardest_inference,  ///< the weakest level of inference that decides all cells; a feature only
};

/// A quantity that a kind of puzzle has, and the range of its values on the axis of a map.
struct PuzzleQuantity {
  std::string_view name;
  Quantity quantity = Quantity::hints;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

constexpr Direction direction_of(Quantity quantity) {
  return quantity == Quantity::difficulty ? Direction::maximise : Direction::minimise;
}

/// What a puzzle is like.
struct PuzzleMeasures {
  std::uint32_t clues = 0;
  std::uint32_t givens = 0;
  std::uint32_t unpaired = 0;
  std::uint32_t difficulty = 0;
  std::uint32_t level = 0;  ///< the index of the hardest inference needed; the last one stands for guesses
  std::uint32_t undecided = 0;  ///< 0 where one solution is proven, else the cells that inference leaves open
};

/// Returns a quantity of a puzzle.
double value_of(Quantity quantity, const PuzzleMeasures& measures);

/// The quantities that a search for puzzles uses.
struct PuzzleChoice {
  PuzzleQuantity fitness;
  std::vector<PuzzleQuantity> features;
  std::vector<PuzzleQuantity> objectives;
};

/// Returns the choice of the quantities of these names. Throws std::out_of_range for an unknown name.
PuzzleChoice choice_of(std::span<const PuzzleQuantity> known, std::string_view fitness,
                       std::span<const std::string_view> features,
                       std::span<const std::string_view> objectives);

/// Reads the keys fitness, features and objectives of the [problem] table, each with one of `fallback` where
/// it is absent.
PuzzleChoice read_choice(const Settings& table, std::span<const PuzzleQuantity> known,
                         const PuzzleChoice& fallback);

/// Returns the axes of a map; `levels` are the names of the levels of inference.
std::vector<Feature> features_of(const PuzzleChoice& choice, std::span<const std::string_view> levels);
/// Returns the objectives of a front, with reference points for all fronts.
std::vector<Objective> objectives_of(const PuzzleChoice& choice, std::uint32_t hints);
/// Returns a unit such as "givens"; empty for a pure number.
std::string unit_of(Quantity quantity);

}  // namespace skerry::latin
