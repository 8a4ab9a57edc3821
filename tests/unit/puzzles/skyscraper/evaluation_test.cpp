#include "puzzles/skyscraper/evaluation.hpp"

#include "skerry/random.hpp"

#include "puzzles/skyscraper/judge.hpp"

#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

TEST(SkyscraperEvaluation, LosesThePointsOfTheReference) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::uint32_t size = 1 + random.below(max_size);
    Puzzle puzzle(size);
    for (std::uint8_t& clue : puzzle.clues) clue = static_cast<std::uint8_t>(random.below(size + 1));
    const bool givens = random.chance(0.5);
    for (std::uint8_t& given : puzzle.givens) {
      given = givens && random.chance(0.2) ? static_cast<std::uint8_t>(1 + random.below(size)) : 0;
    }
    Grid grid(puzzle.givens.size());
    const bool wild = random.chance(0.2);  // empty cells, and values up to 99
    for (std::uint8_t& value : grid) {
      value = static_cast<std::uint8_t>(wild ? random.below(100) : 1 + random.below(size));
    }
    EXPECT_EQ(Evaluation(puzzle)(rows_of(grid, size)), penalty(puzzle, grid));
    EXPECT_EQ(grid_of(rows_of(grid, size), size), grid);
  }
}

/// A Latin square with its own clues breaks no rule.
TEST(SkyscraperEvaluation, NothingIsLostByASolution) {
  for (std::uint32_t size = 1; size <= max_size; ++size) {
    Puzzle puzzle(size);
    for (std::uint32_t cell = 0; cell < size * size; ++cell) {
      puzzle.givens[cell] = static_cast<std::uint8_t>(1 + (cell / size + cell % size) % size);
    }
    for (std::uint32_t at = 0; at < size; ++at) {
      const LineClues column = seen(puzzle.givens, size, at);
      const LineClues row = seen(puzzle.givens, size, size + at);
      puzzle.clue(Side::top, at) = static_cast<std::uint8_t>(column.near);
      puzzle.clue(Side::bottom, at) = static_cast<std::uint8_t>(column.far);
      puzzle.clue(Side::left, at) = static_cast<std::uint8_t>(row.near);
      puzzle.clue(Side::right, at) = static_cast<std::uint8_t>(row.far);
    }
    EXPECT_EQ(Evaluation(puzzle)(rows_of(puzzle.givens, size)), 0U);
  }
}

}  // namespace
}  // namespace skerry::skyscraper
