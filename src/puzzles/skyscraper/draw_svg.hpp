#pragma once

#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::skyscraper {

/// A puzzle as an SVG picture: the grid, its clues around it, the givens bold and framed. With a grid
/// [size * size] in it, 0 where a cell is empty, each clue also bears a tick or a cross, and each value that
/// is out of range, repeats in its row or column, or is not what was given there, a dashed frame. Cells are
/// the darker the higher they are built. The description in it holds the game id and the rules that are
/// broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

}  // namespace skerry::skyscraper
