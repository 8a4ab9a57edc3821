#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <string_view>

namespace skerry::sudoku::test {

/// Reads the only puzzle of a text.
Puzzle read_one(std::string_view text);

/// Returns the solved grid whose rows are shifts of 1 to size, in order.
Grid pattern(std::uint32_t order);

/// Returns the pattern with permuted values, and permuted rows and columns within its bands.
Grid random_grid(std::uint32_t order, Random& random);

/// Returns a puzzle with cells of a solved grid as givens, each with the stated probability.
Puzzle puzzle_of(std::uint32_t order, const Grid& grid, double given_chance, Random& random);

/// Counts the solutions up to a limit, cell by cell and without inference.
std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit);

}  // namespace skerry::sudoku::test
