#pragma once

#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::sudoku {

/// A puzzle as an SVG picture: the grid, its boxes parted by strong lines, the givens bold. With a grid
/// [size * size] in it, 0 where a cell is empty, each value that repeats in one of its units, or is not what
/// was given there, has a dashed frame. The description in it holds the puzzle in one line and the rules
/// that are broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

}  // namespace skerry::sudoku
