#pragma once

#include "puzzles/party/validate/questions.hpp"
#include "puzzles/party/validate/validation.hpp"

namespace skerry::party {

/// Adds what each rule costs: the price without it, and with its bound a step tighter and looser. A step is 1
/// for sums, averages and numbers of heroes, and half an edge for the synergy.
void price_rules(Validation& validation, const Puzzle& puzzle, const Questions& questions);

/// Adds the front of the price against the synergy: the cheapest party at seven levels around the puzzle's.
void trace_synergy_front(Validation& validation, const Puzzle& puzzle, const Questions& questions);

}  // namespace skerry::party
