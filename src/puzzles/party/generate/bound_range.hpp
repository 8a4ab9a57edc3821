#pragma once

#include "skerry/app/settings.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace skerry::party {

/// A bound of a rule that a designer leaves open, with the values to choose from. A tighter bound never lets
/// a better party in.
struct BoundRange {
  std::size_t rule = 0;        ///< index of Puzzle::requirements, or their number for the synergy
  bool lower_bound = true;     ///< at_least; else at_most
  std::vector<double> values;  ///< at least one; the loosest first
};

/// Takes the ranges out of a puzzle file, [low, high] or [low, high, step] in place of at_least and at_most
/// of requirements and of at_least of the synergy, and leaves the loosest bound of each. Without a step, it
/// is 1, and 0.05 for the synergy. Throws DataError for a list that is no range.
std::vector<BoundRange> take_ranges(Settings& settings);

/// Returns the key of a range in its table.
std::string_view key_of(const BoundRange& range);

/// Sets the bound of a range in a puzzle.
void set_bound(Puzzle& puzzle, const BoundRange& range, double value);

/// Returns what the rules of the ranges ask of a puzzle: "average level at least 78; synergy at least 0.7".
std::string bounds_text(const Puzzle& puzzle, const std::vector<BoundRange>& ranges);

}  // namespace skerry::party
