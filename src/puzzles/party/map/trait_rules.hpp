#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <vector>

namespace skerry::party {

/// What the rules ask of the values that a party has of one trait of the synergy.
struct TraitRule {
  std::size_t trait = 0;                    ///< index into Synergy::columns
  bool counted = false;                     ///< whether a rule bounds the number of different values
  std::size_t least = 1, most = max_nodes;  ///< different values
  std::size_t share = max_nodes;            ///< heroes of one value, at most
  std::size_t alike = 1;                    ///< heroes of one value, whichever, at least
  std::size_t values = 0;                   ///< that heroes of the pool have
};

/// Returns the rules of the traits: those that are counted first, then those of fewer values first.
std::vector<TraitRule> trait_rules(const Puzzle& puzzle);

/// Tells of each trait, [trait], whether a rule counts its values.
std::vector<bool> counted_traits(const Puzzle& puzzle);

}  // namespace skerry::party
