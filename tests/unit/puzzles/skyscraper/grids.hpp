#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <string_view>

namespace skerry::skyscraper::test {

/// Reads the only puzzle of a text.
Puzzle read_one(std::string_view text);

/// Reads a grid from digits such as "2143 3412 ..."; other characters are skipped.
Grid grid_of(std::string_view digits);

/// Returns a puzzle with some clues of a grid and some of its cells as givens, each with the stated
/// probability.
Puzzle puzzle_around(const Grid& grid, std::uint32_t size, double clue_chance, double given_chance,
                     Random& random);

/// Counts the grids that solve a puzzle, up to a limit, by filling cell by cell without inference.
std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit);

}  // namespace skerry::skyscraper::test
