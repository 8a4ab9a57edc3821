#pragma once

#include "skerry/detail/instruction_set.hpp"
#include "skerry/score.hpp"

#include "puzzles/sudoku/boxes.hpp"

#include <cstdint>
#include <span>

namespace skerry::sudoku {

/// The fitness is fitness_of(). Values are 1 to `size`. The machine must have the instructions of the set.
template <std::uint32_t order>
void score_all(std::span<const Cells<order>* const> grids, std::span<Score> scores,
               InstructionSet set = instruction_set());

}  // namespace skerry::sudoku
