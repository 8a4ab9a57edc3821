#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

namespace skerry::party {

/// Reads the [synergy] table: the synergy asked, its traits, their weights, the curve and the affinities. The
/// puzzle's pool must have been read.
void read_synergy(Puzzle& puzzle, const Settings& settings);

/// Throws DataError where no party can reach the synergy that is asked, even if every edge has the highest
/// weight that traits and curve allow.
void check_synergy(const Puzzle& puzzle);

}  // namespace skerry::party
