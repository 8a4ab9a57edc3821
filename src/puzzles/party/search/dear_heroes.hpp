#pragma once

#include "puzzles/party/puzzle/puzzle.hpp"

namespace skerry::party {

/// Takes from the pool the heroes who stand in no party that is as good as one that a short search finds, so
/// that no better party is lost. A hero leaves where a Lagrangian bound on the parties with it, in whole
/// numbers, exceeds the price of that party; Algorithm 1 then no longer counts on heroes who are too dear to
/// make up for others. The short search has random numbers of its own, so the same puzzle loses the same
/// heroes in every run. Nobody leaves where it finds no party, or where the pool can't be counted exactly.
void leave_out_dear_heroes(Puzzle& puzzle);

}  // namespace skerry::party
