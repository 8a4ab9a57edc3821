#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::sudoku {

/// Draws a puzzle as an SVG picture: the grid, strong lines between its boxes, the givens bold. With a grid
/// [size * size], 0 where a cell is empty, a dashed frame marks each value that repeats in one of its units
/// or differs from the given. The description in the file holds the puzzle in one line and the rules that are
/// broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

}  // namespace skerry::sudoku
