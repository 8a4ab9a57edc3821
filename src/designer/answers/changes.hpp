#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <string>
#include <vector>

namespace skerry::party {

/// A difference between two puzzles in a designer's words.
struct Change {
  std::string part;  ///< "objective", "rules", "synergy", "formation" or "heroes"
  std::string text;  ///< "'average level at least 75' is now 'average level at least 76', which is tighter"
};

using Changes = std::vector<Change>;

/// Returns what differs between two puzzles: the objective, the rules, the synergy, the formation, and the
/// heroes in the columns that both use. Nodes are told apart by name, heroes by id. Where many things changed
/// alike, their number and a few of them are told. The order of rules, edges and heroes does not count, nor
/// does where a picture shows the nodes.
Changes changes_between(const Puzzle& before, const Puzzle& after);

// Its parts, each of which adds to the changes.
void add_rule_changes(const Puzzle& before, const Puzzle& after, Changes& changes);
void add_synergy_changes(const Puzzle& before, const Puzzle& after, Changes& changes);
void add_formation_changes(const Puzzle& before, const Puzzle& after, Changes& changes);
void add_hero_changes(const Puzzle& before, const Puzzle& after, Changes& changes);

/// Returns the first three of the texts, and the number of the others: "a, b, c and 4 more".
std::string some_of(const std::vector<std::string>& texts);

/// Returns "1 hero", "2 heroes": the plural where it is not one.
std::string counted(std::size_t count, const std::string& one, const std::string& more);

}  // namespace skerry::party
