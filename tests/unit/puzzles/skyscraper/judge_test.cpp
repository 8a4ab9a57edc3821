#include "puzzles/skyscraper/evaluation.hpp"
#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/engine/instruction_sets.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

namespace skerry::skyscraper {
namespace {

std::string broken(const Puzzle& puzzle, const Grid& grid) {
  std::string text;
  for (const Verdict& verdict : judge(puzzle, grid)) {
    if (!verdict.met) text += verdict.rule + ": " + verdict.found + "\n";
  }
  return text;
}

TEST(SkyscraperJudge, PublishedSolutions) {
  const Puzzle small = test::read_one(published::small);
  EXPECT_EQ(penalty(small, test::grid_of(published::small_solution)), 0U);
  EXPECT_EQ(judge(small, test::grid_of(published::small_solution)).size(), 4U + 4 + 5);
  EXPECT_TRUE(solves(test::read_one(published::seven), test::grid_of(published::seven_solution)));
}

TEST(SkyscraperJudge, EachBrokenRuleCostsAPoint) {
  const Puzzle puzzle = test::read_one(published::small);
  EXPECT_EQ(penalty(puzzle, Grid(16)), 16U + 16 + 5);
  const Grid a_hole = test::grid_of("2143 0412 4231 1324");
  EXPECT_EQ(penalty(puzzle, a_hole), 2U);
  EXPECT_EQ(broken(puzzle, a_hole),
            "row 2 holds 1 to 4 once each: nothing in column 1\n"
            "column 1 holds 1 to 4 once each: nothing in row 2\n");
  const Grid repeated = test::grid_of("2143 2412 4231 1324");
  EXPECT_EQ(penalty(puzzle, repeated), 2U);
  EXPECT_EQ(broken(puzzle, repeated),
            "row 2 holds 1 to 4 once each: 2 in column 4 again\n"
            "column 1 holds 1 to 4 once each: 2 in row 2 again\n");
  Grid high = test::grid_of(published::small_solution);
  high[3] = 9;
  EXPECT_EQ(penalty(puzzle, high), 3U);
  EXPECT_EQ(broken(puzzle, high),
            "row 1 holds 1 to 4 once each: 9 in column 4\n"
            "column 4 holds 1 to 4 once each: 9 in row 1\n"
            "column 4 shows 2 from the top: 1\n");
}

TEST(SkyscraperJudge, LatinSquaresLosePointsForCluesOnly) {
  const Puzzle puzzle = test::read_one(published::small);
  const Grid rows_swapped = test::grid_of("3412 2143 4231 1324");
  EXPECT_EQ(broken(puzzle, rows_swapped),
            "column 3 shows 1 from the top: 2\n"
            "column 4 shows 2 from the top: 3\n");
  EXPECT_EQ(penalty(puzzle, rows_swapped), 2U);
}

TEST(SkyscraperJudge, GivensAreKept) {
  const Puzzle puzzle = test::read_one("2:///////,1c");
  EXPECT_EQ(broken(puzzle, {1, 2, 2, 1}), "");
  EXPECT_EQ(penalty(puzzle, Grid{2, 1, 1, 2}), 1U);
  EXPECT_EQ(broken(puzzle, {2, 1, 1, 2}), "the givens are kept: 2 instead of 1 in row 1 column 1\n");
}

/// This is the published validation of a fitness function.
TEST(SkyscraperJudge, ARandomCellCostsAPointForEachRuleThatItBreaks) {
  for (auto&& [seed, random] : seeds(500)) {
    const std::uint32_t size = 2 + random.below(4);
    Grid grid = random_latin_square(size, random);
    const Puzzle puzzle = test::puzzle_around(grid, size, 0.5, 0.3, random);
    EXPECT_EQ(penalty(puzzle, grid), 0U);
    grid[random.below(size * size)] = static_cast<std::uint8_t>(random.below(size + 2));
    const auto verdicts = judge(puzzle, grid);
    EXPECT_EQ(penalty(puzzle, grid), std::ranges::count(verdicts, false, &Verdict::met));
  }
}

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
  for (auto&& [seed, random] : seeds(4000)) {
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
  for (auto&& [seed, random] : seeds(200)) {
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
  Random random(1);
  for (std::uint32_t size = 1; size <= max_size; ++size) {
    const Grid grid = random_latin_square(size, random);
    EXPECT_EQ(Evaluation(test::puzzle_around(grid, size, 1, 1, random))(rows_of(grid, size)), 0U);
  }
}

}  // namespace
}  // namespace skerry::skyscraper
