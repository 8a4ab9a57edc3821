#pragma once

#include "skerry/detail/instruction_set.hpp"
#include "skerry/score.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace skerry::skyscraper {

/// Counts the points that a grid loses: one for each cell of a row, and of a column, that is empty, above the
/// size or repeated, for each clue not met and each given not kept. Without givens it is -F of the published
/// genetic algorithm (its equation 1). There are no branches that depend on the grid: columns are in lanes,
/// then rows as columns of the transposed grid.
class Evaluation {
 public:
  explicit Evaluation(const Puzzle& puzzle);

  std::uint32_t operator()(const Rows& rows) const;

  /// Fitness is minus the points. Values are 1 to the size of the puzzle. The machine must have the
  /// instructions of the set.
  void score_all(std::span<const Rows* const> grids, std::span<Score> scores,
                 InstructionSet set = instruction_set()) const;

  /// Points are negated as a whole number, which has only one 0.
  static Score score_of(std::uint32_t points) { return {0, static_cast<double>(-static_cast<int>(points))}; }

 private:
  using Bytes = std::array<std::uint8_t, max_size>;

  std::uint32_t size_;
  bool has_givens_ = false;
  alignas(max_size) std::array<Bytes, 4> clues_{};  // [side][place]; 0 where there is none
  alignas(max_size) Bytes inside_{};                // 255 in the places inside the puzzle
  Rows givens_;
};

}  // namespace skerry::skyscraper
