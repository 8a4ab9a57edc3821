#pragma once

#include "puzzles/party/proof/integer_puzzle.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::party {

/// A rule of a puzzle that a clash may name: one side of a requirement, the synergy, the restriction that
/// some nodes have in common, a locked hero.
struct ClashRule {
  enum class Kind { linear, distinct, share, synergy, restriction, locked };
  Kind kind = Kind::linear;
  std::size_t index = 0;   ///< in IntegerPuzzle::linear or by_value; of the (first) node
  bool at_most = false;    ///< which side of a requirement
  std::int64_t bound = 0;  ///< in whole numbers; of a restriction or a lock the number of its nodes
  std::string text;
};

/// Returns all rules of a puzzle. The bound of the synergy is that of synergy_in_whole_numbers().
std::vector<ClashRule> clash_rules(const Puzzle& puzzle, const IntegerPuzzle& whole);

/// Returns the nodes that have the same conditions as this one, ascending.
std::vector<std::uint32_t> nodes_restricted_alike(const Puzzle& puzzle, std::size_t node);

/// What bounds the synergy from above: the weight of an edge by the traits in which its heroes agree, and
/// what the sum over the edges must reach.
struct WholeSynergy {
  std::vector<std::int64_t> weight_of_mask;  ///< [mask of traits]
  std::int64_t at_least = 0;
  double unit = 1;  ///< a sum of 1 is this much synergy
};
WholeSynergy synergy_in_whole_numbers(const Puzzle& puzzle);

/// A bound of a rule, in units of the puzzle, and the rule's text with it.
struct RelaxedRule {
  double bound = 0;
  std::string text;
};

/// Returns what a rule says with another bound, in whole numbers. Averages and the synergy are rounded to the
/// looser side where they have many decimals.
RelaxedRule relaxed(const ClashRule& rule, std::int64_t bound, const Puzzle& puzzle,
                    const IntegerPuzzle& whole);

/// Returns the puzzle with these rules and no others, and their bounds but for sums, which stay as they are;
/// its certificate and known optimum are left out.
Puzzle only_with(std::span<const ClashRule> rules, const Puzzle& puzzle, const IntegerPuzzle& whole);

}  // namespace skerry::party
