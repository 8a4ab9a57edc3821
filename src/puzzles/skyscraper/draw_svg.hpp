#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::skyscraper {

/// Draws a puzzle as an SVG picture: the grid, its clues around it, the givens bold and framed. With a grid
/// [size * size], 0 where a cell is empty, each clue also has a tick or a cross, and a dashed frame marks
/// each value that is out of range, repeats in its row or column, or differs from the given. Cells with
/// higher buildings are darker. The description in the file holds the game id and the rules that are broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

}  // namespace skerry::skyscraper
