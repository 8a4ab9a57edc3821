#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/formats.hpp"
#include "puzzles/sudoku/puzzle.hpp"

#include <cstdint>
#include <string_view>

namespace skerry::sudoku::test {

/// The only puzzle of a text.
Puzzle read_one(std::string_view text);

/// The solved grid whose rows are shifts of 1 to size, in order.
Grid pattern(std::uint32_t order);

/// The pattern with its values, and the rows and columns of its bands, permuted.
Grid random_grid(std::uint32_t order, Random& random);

/// Cells of a solved grid as givens, each with the chance that is said.
Puzzle puzzle_of(std::uint32_t order, const Grid& grid, double given_chance, Random& random);

/// Solutions counted cell by cell, without inference, up to a limit.
std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit);

}  // namespace skerry::sudoku::test
