#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstdint>
#include <vector>

namespace skerry::party {

/// Returns the heroes whom a party may have on each node, [node], ascending: the locked one, else those who
/// may stand there and are not locked elsewhere.
std::vector<std::vector<std::uint32_t>> heroes_of_nodes(const Puzzle& puzzle);

}  // namespace skerry::party
