#pragma once

#include "puzzles/latin/draw_steps.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <cstdint>
#include <span>
#include <string>

namespace skerry::skyscraper {

/// In a grid [size * size], 0 where a cell is empty, a tick or a cross marks each clue, and a dashed frame
/// each value that is out of range, repeats or differs from the given. The description in the file holds the
/// game id and the rules that are broken.
std::string draw_svg(const Puzzle& puzzle, std::span<const std::uint8_t> grid = {});

latin::StepFrame step_frame(const Puzzle& puzzle, const latin::Step& step);

}  // namespace skerry::skyscraper
