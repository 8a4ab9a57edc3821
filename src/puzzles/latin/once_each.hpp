#pragma once

#include "skerry/problem.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

// What puzzles have in common whose rows and columns hold each value of 1 to `size` once. 0 is an empty cell.

/// The places in a row, a column or a box that are empty, above `size`, or repeat an earlier value.
std::vector<std::uint32_t> misfits(std::span<const std::uint8_t> values, std::uint32_t size);

/// How messages say a value (not 0) and a place.
using Written = std::function<std::string(std::uint32_t)>;

/// "row 3 holds 1 to 9 once each". `range` says the values, `place` a place among those of `values`.
Verdict once_each(const std::string& unit, const std::string& range, std::span<const std::uint8_t> values,
                  const Written& value, const Written& place);

/// "the givens are kept": where a cell has one, the grid has it too. `place` says a cell.
Verdict givens_kept(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> grid,
                    const Written& value, const Written& place);

}  // namespace skerry
