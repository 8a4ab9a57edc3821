#pragma once

#include "skerry/measures.hpp"

#include "puzzles/party/puzzle/measure.hpp"
#include "puzzles/party/puzzle/puzzle.hpp"

#include <optional>
#include <span>

namespace skerry::party {

/// Returns a distance of which all synergies that parties can have are multiples; 0 where none is known, as
/// for graded synergy.
double synergy_step(const Puzzle& puzzle);

/// Returns the puzzle with rules that every party meets whose measures lie in these intervals, one for each,
/// besides its own. The rules may allow other parties, too: `least` and `most` of a column, and an upper
/// bound of the synergy, are no rules of a puzzle. Returns none where one rule alone says that there is no
/// such party.
std::optional<Puzzle> puzzle_within(const Puzzle& puzzle, std::span<const Measure> measures,
                                    std::span<const Interval<double>> intervals);

}  // namespace skerry::party
