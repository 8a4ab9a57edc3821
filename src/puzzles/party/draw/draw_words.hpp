#pragma once

#include "skerry/problem.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace skerry::party {

// What both pictures of a party say in words.

/// Returns a hero's name, or the id where the pool has no names or the hero none.
std::string hero_label(const Puzzle& puzzle, std::uint32_t hero);

/// Returns "Bo (b)", or the id alone where the hero has no other label.
std::string name_and_id(const Puzzle& puzzle, std::uint32_t hero);

/// Returns a value of the objective's column, with the unit: "300 coins".
std::string objective_text(const Puzzle& puzzle, double value);

/// Returns what a condition asks for, with its column before it where that is asked: "roles tank or mage".
std::string condition_text(const Puzzle& puzzle, const NodeCondition& condition, bool with_column);

/// Returns the weight of each edge, [edge], in [0, 1].
std::vector<double> weights_of_edges(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns the columns of all restrictions: "roles, race".
std::string restricted_columns(const Puzzle& puzzle);

/// Returns "total price 1200 coins, synergy 0.75"; a formation without edges has no synergy.
std::string totals_text(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns a node with its hero and its restrictions.
std::string node_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node);

/// Returns "front - back: 0.5", without the weight where there is no party.
std::string edge_words(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::size_t edge);

/// Returns the whole picture in words, a line for each node, edge and rule.
std::vector<std::string> picture_words(const Puzzle& puzzle, std::span<const std::uint32_t> party);

/// Returns "every rule met", "1 rule broken" or the like.
std::string state_text(std::span<const Verdict> verdicts);

/// Returns the requirements and the synergy that is asked, as they stand in verdicts.
std::vector<std::string> rules_asked(const Puzzle& puzzle);

/// Tells whether the hero of a node breaks a rule there: it is repeated, may not stand there, or stands in
/// place of a locked one.
bool misplaced(const Puzzle& puzzle, std::span<const std::uint32_t> party, std::uint32_t node);

}  // namespace skerry::party
