#pragma once

#include "skerry/detail/instruction_set.hpp"

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstddef>
#include <cstdint>

namespace skerry::skyscraper {

/// The largest puzzles whose grids are evaluated in lanes, since points are added up in bytes.
inline constexpr std::uint32_t most_size_in_lanes = 15;

/// What a grid can lose points by. Clues are [size], 0 where there is none.
struct PenaltyTerms {
  std::uint32_t size;
  const std::uint8_t* top;
  const std::uint8_t* bottom;
  const std::uint8_t* left;
  const std::uint8_t* right;
  const std::uint8_t* givens;  ///< as Rows has cells; null if nothing is given
};

struct PenaltyLanes {
  std::size_t lanes;
  /// Writes the points that each grid loses. A grid is the cells of Rows, whose values are 1 to `size`.
  void (*evaluate)(const PenaltyTerms& terms, const std::uint8_t* const* grids, std::uint32_t* points);
};

/// `size` is up to most_size_in_lanes; the machine must have the instructions of the set.
PenaltyLanes penalty_lanes(std::uint32_t size, InstructionSet set);

}  // namespace skerry::skyscraper
