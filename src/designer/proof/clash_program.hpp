#pragma once

#include "designer/proof/linear_program.hpp"
#include "puzzles/party/bound/integer_puzzle.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <array>
#include <cstdint>
#include <optional>
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

/// A program that has a solution wherever some party meets the rules, and the row of each of them. It knows
/// no placement beyond which kinds of nodes a hero may stand on: heroes that are equal in all that the rules
/// see are counted together, and of each value of a property it knows by how many heroes it is had. So it may
/// have a solution, too, where there is no party.
struct ClashProgram {
  IntegerProgram program;
  std::vector<std::optional<ElasticRow>> row_of;  ///< [rule]; none where the other rules imply it
};

/// Returns the program of these rules and no others.
ClashProgram clash_program(const Puzzle& puzzle, const IntegerPuzzle& whole,
                           std::span<const ClashRule> rules);

/// Returns, for each k from 0 to `nodes`, the highest sum of weights of the edges among any k nodes of a
/// graph: exact up to 20 nodes, where all sets are tried, and a bound that is no lower beyond. Edges join two
/// different nodes, each pair once; weights are 0 or more; there are at most 64 nodes.
std::vector<std::int64_t> most_weight_within(std::size_t nodes,
                                             std::span<const std::array<std::uint32_t, 2>> edges,
                                             std::span<const std::int64_t> weights);

}  // namespace skerry::party
