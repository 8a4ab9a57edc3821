#pragma once

#include "puzzles/party/validate/questions.hpp"
#include "puzzles/party/validate/validation.hpp"

namespace skerry::party {

/// Adds what each rule costs: the price without it, and with its bound a step tighter and looser. A step is 1
/// for sums, averages and numbers of heroes, and half an edge for the synergy.
void price_rules(Validation& validation, const Puzzle& puzzle, const Questions& questions);

/// Returns the place of the requirement with that property, the first of them. Throws UsageError, with the
/// properties that there are, where there is none.
std::size_t requirement_on(const Puzzle& puzzle, const std::string& property);

/// Adds the front of the price against the synergy, at levels from 0.5 to 1, if the puzzle asks for one.
void trace_synergy_front(Validation& validation, const Puzzle& puzzle, const Questions& questions);

/// Adds the front of the price against the bound of a requirement, at three steps to either side.
void trace_front(Validation& validation, const Puzzle& puzzle, std::size_t rule, const Questions& questions);

}  // namespace skerry::party
