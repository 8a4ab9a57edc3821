#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry::party {

/// Reads the [formation] table: nodes, edges and their weights, positions, restrictions, soft conditions and
/// locked heroes. The puzzle's pool must have been read.
void read_formation(Puzzle& puzzle, const Settings& formation);

/// Returns what the conditions of these nodes, which are the same, ask: "class knight or mage on front,
/// back".
std::string restriction_text(const Puzzle& puzzle, std::span<const std::uint32_t> nodes);

/// Returns the first node on which no hero of the pool may stand.
std::optional<std::uint32_t> unfillable_node(const Puzzle& puzzle);

/// Takes the banned heroes ([hero] true) from the pool, and numbers the others anew, in locks, owned heroes
/// and certificate too; a certificate whose party has a banned hero goes. Values that no hero has any more
/// keep their codes.
void ban(Puzzle& puzzle, const std::vector<bool>& banned);

/// Returns the heroes whom a party may have on each node, [node], ascending: the locked one, else those who
/// may stand there and are not locked elsewhere.
std::vector<std::vector<std::uint32_t>> heroes_of_nodes(const Puzzle& puzzle);

}  // namespace skerry::party
