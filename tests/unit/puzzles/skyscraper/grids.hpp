#pragma once

#include "skerry/random.hpp"

#include "puzzles/skyscraper/formats.hpp"
#include "puzzles/skyscraper/puzzle.hpp"

#include <string_view>

namespace skerry::skyscraper::test {

/// The only puzzle of a text.
Puzzle read_one(std::string_view text);

/// "2143 3412 ..." as a grid; anything but a digit is passed over.
Grid grid_of(std::string_view digits);

/// Some clues of a grid, and some of its cells as givens, each with the chance that is said.
Puzzle puzzle_around(const Grid& grid, std::uint32_t size, double clue_chance, double given_chance,
                     Random& random);

/// How many grids solve a puzzle, up to a limit: fills cell by cell and knows no inference.
std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit);

}  // namespace skerry::skyscraper::test
