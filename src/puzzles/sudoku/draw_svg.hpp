#pragma once

#include "puzzles/latin/draw_steps.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::sudoku {

/// In a grid [size * size], 0 where a cell is empty, a dashed frame marks each value that repeats in a unit
/// or differs from the given. The description in the file holds the puzzle in one line and the rules that are
/// broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

latin::StepFrame step_frame(const Puzzle& puzzle, const latin::Step& step);

}  // namespace skerry::sudoku
