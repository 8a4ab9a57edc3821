#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <optional>

namespace skerry::party {

/// Reads the [formation] table: nodes, edges and their weights, positions, restrictions, soft conditions and
/// locked heroes. The puzzle's pool must have been read.
void read_formation(Puzzle& puzzle, const Settings& formation);

/// Returns the first node on which no hero of the pool may stand.
std::optional<std::uint32_t> unfillable_node(const Puzzle& puzzle);

}  // namespace skerry::party
