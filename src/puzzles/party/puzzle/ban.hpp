#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

#include <vector>

namespace skerry::party {

/// Takes the banned heroes ([hero] true) from the pool, and numbers the others anew, in locks, owned heroes
/// and certificate too; a certificate whose party has a banned hero goes. Values that no hero has any more
/// keep their codes.
void ban(Puzzle& puzzle, const std::vector<bool>& banned);

}  // namespace skerry::party
