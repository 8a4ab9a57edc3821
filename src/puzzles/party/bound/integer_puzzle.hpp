#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <nlohmann/json.hpp>

namespace skerry::party {

using Candidates = std::vector<std::vector<std::uint32_t>>;  ///< [node] heroes, ascending

/// A rule that bounds the sum of a number over the party: total, average and count.
struct LinearRule {
  std::size_t requirement = 0;            ///< its place in Puzzle::requirements
  std::vector<std::int64_t> coefficient;  ///< [hero]
  std::optional<std::int64_t> at_least;
  std::optional<std::int64_t> at_most;
  std::int64_t units = 1;  ///< of one unit of the number
};

/// A rule on the values of a property: distinct bounds how many values the party has, share how many heroes
/// have the same one, whichever it is.
struct ValueRule {
  std::size_t requirement = 0;
  bool share = false;
  std::vector<std::uint32_t> value;  ///< [hero]
  std::uint32_t values = 0;
  std::optional<std::int64_t> at_least;
  std::optional<std::int64_t> at_most;
};

/// A puzzle in whole numbers, for proofs: every party that judge() finds sound meets its rules, and costs as
/// much. Prices are those of the objective times price_units, negated where the objective is maximised, so
/// that the least is always sought. Heroes are those of the pool. Two heroes are of the same class where they
/// agree in all traits of the synergy.
struct IntegerPuzzle {
  Candidates candidates;                             ///< the heroes that may stand on each node
  std::vector<std::array<std::uint32_t, 2>> edges;   ///< none where no synergy is asked
  std::vector<std::vector<std::uint32_t>> edges_of;  ///< [node] indexes of its edges
  std::vector<std::int64_t> price;                   ///< [hero]
  std::int64_t sign = 1;                             ///< -1 where the objective is maximised
  std::int64_t price_units = 1;                      ///< of one unit of the objective
  std::int64_t price_step = 1;                       ///< the greatest common divisor of all prices
  std::vector<LinearRule> linear;
  std::vector<ValueRule> by_value;

  std::vector<std::uint32_t> class_of;                                ///< [hero]
  std::vector<std::array<std::uint32_t, max_synergy_traits>> traits;  ///< [class]
  std::size_t trait_count = 0;
  std::vector<std::int64_t> weight_of_mask;  ///< [mask of traits in which two heroes agree]
  std::int64_t full_weight = 0;              ///< the highest of them
  std::int64_t synergy_least = 0;            ///< of the sum of the weights over the edges

  /// The puzzle itself where values match in part, edges weigh differently or nodes prefer heroes: linear
  /// programs then see no synergy, and the search counts it by heroes. Null where classes tell it all.
  const Puzzle* graded = nullptr;
  std::int64_t lost_most = 0;  ///< of the weight that a party may miss in all

  std::size_t nodes() const { return candidates.size(); }
  std::size_t heroes() const { return price.size(); }
  std::size_t classes() const { return traits.size(); }
  std::int64_t weight(std::uint32_t first_class, std::uint32_t second_class) const {
    const auto& first = traits[first_class];
    const auto& second = traits[second_class];
    unsigned mask = 0;
    for (unsigned trait = 0; trait < trait_count; ++trait)
      mask |= unsigned{first[trait] == second[trait]} << trait;
    return weight_of_mask[mask];
  }
  /// Returns what these heroes miss of the full weight of an edge, at most, and what one misses on a node.
  std::int64_t lost(std::uint32_t edge, std::uint32_t first_hero, std::uint32_t second_hero) const;
  std::int64_t lost_on_node(std::uint32_t node, std::uint32_t hero) const;
  std::int64_t cost(std::span<const std::uint32_t> party) const;
  /// Returns what the dearest candidates of all nodes cost: no party costs more.
  std::int64_t dearest() const;
  /// Returns how many heroes of each class are among the candidates, [class].
  std::vector<std::uint32_t> heroes_of_classes(const Candidates& among) const;
  /// Returns a cost as a value of the objective.
  double objective(std::int64_t cost) const;
};

/// Returns the puzzle in whole numbers; `puzzle` must outlive it. Throws DataError where a number of the pool
/// has more than six decimals or is too large to be counted in whole numbers.
IntegerPuzzle integer_puzzle(const Puzzle& puzzle);
/// Returns none where a number cannot be counted, for those who can do without.
std::optional<IntegerPuzzle> countable_puzzle(const Puzzle& puzzle);

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

/// A wide whole number, for sums of products.
__extension__ using WideInteger = __int128;

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
