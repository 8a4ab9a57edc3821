#pragma once

#include "skerry/measures.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace skerry::party {

/// Returns the puzzle with rules that every party of a cell meets, besides its own: bounds on the measures
/// that are the axes. Cells are those of a grid, the last axis changing fastest; those at an end of an axis
/// reach beyond it. The rules may allow parties of other cells, too: `least` and `most` of a column, and an
/// upper bound of the synergy, are no rules of a puzzle. Returns none where no value of a measure lies in the
/// cell.
std::optional<Puzzle> with_cell(const Puzzle& puzzle, std::span<const FeatureMeasure> measures,
                                std::span<const Feature> axes, std::size_t cell);

}  // namespace skerry::party
