#pragma once

#include "puzzles/party/map/trait_agreements.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <functional>
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

/// The steps of a search through patterns, at most, and what ends it besides.
struct PatternLimits {
  std::uint64_t steps = 30'000'000;  ///< through patterns
  std::uint64_t hero_steps = 0;      ///< through heroes, for all patterns together; 0: none is looked for
  /// Through heroes, for one pattern; four times as many each time that all patterns have been tried and some
  /// of them needed more.
  std::uint64_t steps_of_a_pattern = 2000;
  std::function<bool()> stop{};  ///< asked now and then, where it is given
};

/// Searches through the ways in which heroes could agree in the traits of the synergy: for each trait that a
/// rule counts a partition of the nodes into groups of one value, as many as the rule asks, and for each
/// other trait the edges whose ends agree; no group larger than the rules on shares allow, of a counted trait
/// one as large as they ask, and enough synergy, where heroes on the ends of an edge agree only in traits in
/// which two heroes of the pool do. Where there is no pattern, or where no heroes of the pool fit any, no
/// party meets the rules. `agreements` are those of the puzzle; its requirements do not matter to them.
PatternAnswer search_patterns(const Puzzle& puzzle, const TraitAgreements& agreements,
                              const PatternLimits& limits);

}  // namespace skerry::party
