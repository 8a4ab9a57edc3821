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

/// Returns all rules of a puzzle. The bound of the synergy is that of whole_synergy().
std::vector<ClashRule> clash_rules(const Puzzle& puzzle, const IntegerPuzzle& whole);

/// Returns the nodes that have the same conditions as this one, ascending.
std::vector<std::uint32_t> nodes_restricted_alike(const Puzzle& puzzle, std::size_t node);

/// A bound of a rule, in units of the puzzle, and the rule's text with it.
struct RelaxedRule {
  double bound = 0;
  std::string text;
};

/// Returns what a rule says with another bound, in whole numbers. Averages and the synergy are rounded to the
/// looser side where they have many decimals.
RelaxedRule relaxed(const ClashRule& rule, std::int64_t bound, const Puzzle& puzzle,
                    const IntegerPuzzle& whole);

/// Returns the puzzle with these rules and no others; its certificate and known optimum are left out. Of
/// distinct and share the bound is that of the rule, of all others that of the puzzle.
Puzzle only_with(std::span<const ClashRule> rules, const Puzzle& puzzle, const IntegerPuzzle& whole);

}  // namespace skerry::party
