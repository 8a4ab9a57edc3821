#pragma once

#include "puzzles/party/proof/integer_puzzle.hpp"
#include "puzzles/party/proof/multipliers.hpp"

namespace skerry::party {

/// Returns multipliers of the rules on sums (total, average, count) that make a high Lagrangian bound, by
/// coordinate ascent in whole numbers. The bound is lower than that of the linear program, needs no solver,
/// and is the same on every machine.
Multipliers rule_multipliers(const IntegerPuzzle& puzzle);

}  // namespace skerry::party
