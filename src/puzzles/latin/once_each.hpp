#pragma once

#include "skerry/problem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

// This header serves puzzles whose rows and columns hold each value of 1 to `size` once. 0 is an empty cell.

/// Returns the places in a row, a column or a box that are empty, above `size`, or repeat an earlier value.
std::vector<std::uint32_t> misfits(std::span<const std::uint8_t> values, std::uint32_t size);

/// Returns the text of a value (not 0) or of a place in messages.
using Written = std::function<std::string(std::uint32_t)>;

/// Judges the rule "row 3 holds 1 to 9 once each". `range` is the text of the values, and `place` makes the
/// text of a place in `values`.
Verdict once_each(const std::string& unit, const std::string& range, std::span<const std::uint8_t> values,
                  const Written& value, const Written& place);

/// Judges the rule "the givens are kept": a cell with a given holds it in the grid. `place` makes the text of
/// a cell.
Verdict givens_kept(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> grid,
                    const Written& value, const Written& place);

}  // namespace skerry
