#pragma once

#include "puzzles/latin/explanation.hpp"

#include <cstdint>
#include <optional>

namespace skerry::latin {

/// Two colours for the cells that are joined by units with two cells left for a value: either all cells of
/// the first colour hold it, or all of the second.
std::optional<Step> simple_colouring(const Board& board, const Marks& marks);

enum class ChainKind : std::uint8_t {
  one_value,  ///< strong links within units, of one value
  any,        ///< besides, strong links within cells, from value to value
};

/// The shortest chain from a candidate that does not hold to one that then does; one of both holds, and
/// candidates that exclude both are removed.
std::optional<Step> alternating_chain(const Board& board, const Marks& marks, ChainKind kind);

/// What follows from each candidate of a cell, or from each place of a value in a unit; the shortest such
/// chains together.
std::optional<Step> forcing_chains(const Board& board, const Marks& marks);

}  // namespace skerry::latin
