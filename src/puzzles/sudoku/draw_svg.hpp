#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::sudoku {

/// In a grid [size * size], 0 where a cell is empty, a dashed frame marks each value that repeats in a unit
/// or differs from the given. The description in the file holds the puzzle in one line and the rules that are
/// broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

}  // namespace skerry::sudoku
