#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace skerry::party {

/// What a search through patterns of traits told.
struct PatternAnswer {
  /// Whether a party meets the rules; none where the search was given up, or does not apply: the synergy
  /// follows from more than equal values.
  std::optional<bool> solvable{};
  std::vector<std::uint32_t> party{};  ///< [node] hero of the pool: one that does
};

/// The steps of a search through patterns, at most.
struct PatternLimits {
  std::uint64_t steps = 30'000'000;  ///< through patterns
  std::uint64_t hero_steps = 0;      ///< through heroes, for all patterns together; 0: none is looked for
  std::uint64_t steps_of_a_pattern = 2000;  ///< through heroes, for one pattern
};

/// Searches through the ways in which heroes could agree in the traits of the synergy: a partition of the
/// nodes for each trait, into groups of one value, that has as many groups as the rules on different values
/// ask, none larger than the rules on shares allow, and enough synergy. Where each value of a trait has one
/// value of another in the pool, as a club its league, the groups of the one lie in groups of the other, but
/// for as many as there are exceptions. Where there is no pattern, or where no heroes of the pool fit any, no
/// party meets the rules.
PatternAnswer search_patterns(const Puzzle& puzzle, const PatternLimits& limits);

}  // namespace skerry::party
