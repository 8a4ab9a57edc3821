#pragma once

#include "puzzles/skyscraper/puzzle.hpp"
#include "puzzles/skyscraper/rows.hpp"

#include <array>
#include <cstdint>

namespace skerry::skyscraper {

/// Computes penalty() of judge.hpp in the hot loop: all columns at once, in lanes, then all rows as columns
/// of the transposed grid, without branches that depend on the grid.
class Evaluation {
 public:
  explicit Evaluation(const Puzzle& puzzle);

  /// Returns the points that the grid loses, 0 where it solves the puzzle.
  std::uint32_t operator()(const Rows& rows) const;

 private:
  using Bytes = std::array<std::uint8_t, max_size>;

  std::uint32_t size_;
  bool has_givens_ = false;
  alignas(max_size) std::array<Bytes, 4> clues_{};  // [side][place]; 0 where there is none
  alignas(max_size) Bytes inside_{};                // 255 in the places inside the puzzle
  Rows givens_;
};

}  // namespace skerry::skyscraper
