#include "unit/puzzles/skyscraper/grids.hpp"

#include "support/testing.hpp"
#include "unit/puzzles/latin/count_grids.hpp"

namespace skerry::skyscraper::test {

namespace {

bool meets_clues(const Puzzle& puzzle, const Grid& grid, std::uint32_t line) {
  const LineClues clues = clues_of(puzzle, line);
  const LineClues found = seen(grid, puzzle.size, line);
  return (clues.near == 0 || clues.near == found.near) && (clues.far == 0 || clues.far == found.far);
}

}  // namespace

Puzzle read_one(std::string_view text) {
  const std::vector<Puzzle> puzzles = parse_puzzles(text, "test.txt");
  EXPECT_EQ(puzzles.size(), 1U);
  return puzzles.front();
}

Grid grid_of(std::string_view digits) {
  Grid grid;
  for (const char c : digits) {
    if (c >= '0' && c <= '9') grid.push_back(static_cast<std::uint8_t>(c - '0'));
  }
  return grid;
}

Puzzle puzzle_around(const Grid& grid, std::uint32_t size, double clue_chance, double given_chance,
                     Random& random) {
  Puzzle puzzle(size);
  for (std::uint32_t line = 0; line < 2 * size; ++line) {
    const LineClues found = seen(grid, size, line);
    const std::uint32_t near = line < size ? line : line + size;
    if (random.chance(clue_chance)) puzzle.clues[near] = static_cast<std::uint8_t>(found.near);
    if (random.chance(clue_chance)) puzzle.clues[near + size] = static_cast<std::uint8_t>(found.far);
  }
  for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
    if (random.chance(given_chance)) puzzle.givens[cell] = grid[cell];
  }
  return puzzle;
}

std::uint64_t brute_count(const Puzzle& puzzle, std::uint64_t limit) {
  const std::uint32_t size = puzzle.size;
  return latin::test::count_grids(puzzle, size, limit, [&](const Grid& grid, std::uint32_t cell) {
    const std::uint32_t row = cell / size, column = cell % size;
    for (std::uint32_t other = 0; other < cell; ++other) {
      if ((other / size == row || other % size == column) && grid[other] == grid[cell]) return false;
    }
    return (column + 1 < size || meets_clues(puzzle, grid, size + row)) &&
           (row + 1 < size || meets_clues(puzzle, grid, column));
  });
}

}  // namespace skerry::skyscraper::test
