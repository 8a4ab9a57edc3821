#pragma once

#include "puzzles/party/proof/integer_puzzle.hpp"

#include <array>
#include <cstdint>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

/// The multipliers of a Lagrangian bound: what a unit of each rule is worth, in `price_fraction` parts of a
/// unit of price. Any values are allowed that have the signs and ranges below, whatever found them.
struct Multipliers {
  struct OfValues {
    std::int64_t least = 0;              ///< of distinct at_least; 0 or more
    std::vector<std::int64_t> least_of;  ///< [value] 0 to `least`; empty: all 0
    std::int64_t most = 0;               ///< of distinct at_most; 0 or more
    std::vector<std::int64_t>
        most_of;  ///< [value] share: 0 or more; distinct: 0 to `most` / nodes; empty: all 0
  };
  std::vector<std::array<std::int64_t, 2>> linear;  ///< [linear rule] of at_least and at_most, 0 or more
  std::vector<OfValues> by_value;                   ///< [rule on values]
  std::vector<std::int64_t>
      once;                  ///< [hero] that a hero is in the party once at most; 0 or more; empty: all 0
  std::int64_t synergy = 0;  ///< of a unit of weight; 0 or more
  /// [edge][end][class]: how the worth of the edge's weight is split between the heroes at its ends; any
  /// number; empty: all 0.
  std::vector<std::array<std::vector<std::int64_t>, 2>> edge;

  friend bool operator==(const Multipliers&, const Multipliers&) = default;
};

/// Returns how many parts a unit of price has in multipliers and bounds: a power of two, at most 2^20, with
/// which sums stay far inside 64 bits.
std::int64_t price_fraction(const IntegerPuzzle& puzzle);

/// Returns multipliers of the right shape that are all 0.
Multipliers no_multipliers(const IntegerPuzzle& puzzle);

/// Tells whether shape, signs and ranges are right.
bool valid(const Multipliers& multipliers, const IntegerPuzzle& puzzle);

/// Returns multipliers as JSON; of long lists, the numbers that are not 0.
nlohmann::ordered_json json_of(const Multipliers& multipliers);

/// Returns the multipliers for a puzzle that json_of() has written. Throws std::out_of_range and exceptions
/// of nlohmann::json where they have another shape.
Multipliers multipliers_of(const nlohmann::ordered_json& json, const IntegerPuzzle& whole);

}  // namespace skerry::party
