#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// Bounds of the synergy of a party from above, in whole numbers: with each edge weighing edge_weight x
/// weight_of_mask of the traits in which its heroes have the same code, the sum over the edges reaches
/// `at_least` wherever judge() finds the synergy that is asked. Penalties of soft conditions are left out.
struct WholeSynergy {
  std::vector<std::int64_t> edge_weight;     ///< [edge]
  std::vector<std::int64_t> weight_of_mask;  ///< [mask of traits]
  std::int64_t at_least = 0;
  double unit = 1;  ///< a sum of 1 is this much synergy
};
WholeSynergy whole_synergy(const Puzzle& puzzle);

/// Tells whether values of a trait match others, or themselves in part.
bool has_affinities(const Puzzle& puzzle, std::size_t trait);

/// Returns the codes of the heroes in a trait: its values, with those as one that match each other at all,
/// whether directly or through others.
std::vector<std::uint32_t> trait_codes(const Puzzle& puzzle, std::size_t trait);

/// Returns the masks of traits in which two heroes may have the same codes, [trait][hero]: where one trait
/// tells the other, as a club its league, none has the first without the second.
std::vector<unsigned> possible_masks(const std::vector<std::vector<std::uint32_t>>& codes);

}  // namespace skerry::party
