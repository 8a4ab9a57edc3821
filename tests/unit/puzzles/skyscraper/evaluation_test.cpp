#include "puzzles/skyscraper/evaluation.hpp"

#include "skerry/random.hpp"

#include "puzzles/skyscraper/puzzle.hpp"
#include "unit/engine/instruction_sets.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

/// The puzzle need not have a solution.
Puzzle puzzle_of_any_clues(std::uint32_t size, Random& random) {
  Puzzle puzzle(size);
  for (std::uint8_t& clue : puzzle.clues) clue = static_cast<std::uint8_t>(random.below(size + 1));
  const bool givens = random.chance(0.5);
  for (std::uint8_t& given : puzzle.givens) {
    given = givens && random.chance(0.2) ? static_cast<std::uint8_t>(1 + random.below(size)) : 0;
  }
  return puzzle;
}

TEST(SkyscraperEvaluation, LosesThePointsOfTheReference) {
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::uint32_t size = 1 + random.below(max_size);
    const Puzzle puzzle = puzzle_of_any_clues(size, random);
    Grid grid(puzzle.givens.size());
    const bool wild = random.chance(0.2);  // empty cells, and values up to 99
    for (std::uint8_t& value : grid) {
      value = static_cast<std::uint8_t>(wild ? random.below(100) : 1 + random.below(size));
    }
    EXPECT_EQ(Evaluation(puzzle)(rows_of(grid, size)), penalty(puzzle, grid));
    EXPECT_EQ(grid_of(rows_of(grid, size), size), grid);
  }
}

TEST(SkyscraperEvaluation, ScoresManyGridsAsEachAlone) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Random random(seed);
    const std::uint32_t size = 1 + random.below(max_size);
    const Puzzle puzzle = puzzle_of_any_clues(size, random);
    constexpr std::array<std::size_t, 8> counts = {0, 1, 7, 8, 16, 33, 64, 71};
    const std::size_t count = seed % 2 == 0 ? counts[seed / 2 % counts.size()] : random.below(300);
    std::vector<Rows> grids;
    for (std::size_t i = 0; i < count; ++i) {
      Grid grid(puzzle.givens.size());
      const std::uint32_t most = 1 + random.below(size);
      for (std::uint8_t& value : grid) value = static_cast<std::uint8_t>(1 + random.below(most));
      grids.push_back(rows_of(grid, size));
    }
    std::vector<const Rows*> listed;
    for (const Rows& grid : grids) listed.push_back(&grid);
    const Evaluation evaluate(puzzle);
    for (const InstructionSet set : skerry::test::sets_of_this_machine()) {
      SCOPED_TRACE(testing::Message() << instruction_set_names[static_cast<std::size_t>(set)] << ", seed "
                                      << seed << ", size " << size << ", " << count << " grids");
      std::vector<Score> scores(count);
      evaluate.score_all(listed, scores, set);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_EQ(scores[i], Evaluation::score_of(evaluate(grids[i]))) << "grid " << i;
    }
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
