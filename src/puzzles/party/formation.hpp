#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle.hpp"

namespace skerry::party {

/// Reads the [formation] table: nodes, edges, positions, restrictions and locked heroes. The puzzle's pool
/// must have been read.
void read_formation(Puzzle& puzzle, const Settings& formation);

}  // namespace skerry::party
