#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace skerry::party {

/// Reads the [formation] table: nodes, edges and their weights, positions, restrictions, soft conditions and
/// locked heroes. The puzzle's pool must have been read.
void read_formation(Puzzle& puzzle, const Settings& formation);

/// Returns what the conditions of these nodes, which are the same, ask: "class knight or mage on front,
/// back".
std::string restriction_text(const Puzzle& puzzle, std::span<const std::uint32_t> nodes);

/// Returns the first node on which no hero of the pool may stand.
std::optional<std::uint32_t> unfillable_node(const Puzzle& puzzle);

}  // namespace skerry::party
