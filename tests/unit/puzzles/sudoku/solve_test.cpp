#include "puzzles/sudoku/solve.hpp"

#include "puzzles/sudoku/puzzle.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/sudoku/grids.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

namespace skerry::sudoku {
namespace {

/// Returns all settings except those without both of the first forms, whose search takes too long.
std::vector<InferenceSettings> all_settings() {
  std::vector<InferenceSettings> all;
  for (const bool propagation : {true, false}) {
    for (const bool elimination : {true, false}) {
      if (!propagation && !elimination) continue;
      for (const bool locked : {true, false}) all.push_back({propagation, elimination, locked});
    }
  }
  return all;
}

TEST(SudokuSolve, CountsAllGridsOfFourByFour) {
  for (const InferenceSettings& settings : all_settings()) {
    EXPECT_EQ(solve(Puzzle(2), 1000, settings).solutions, 288U);
  }
  EXPECT_EQ(solve(Puzzle(2), 288).solutions, 288U);
  EXPECT_EQ(solve(Puzzle(2), 17).solutions, 17U);
  EXPECT_EQ(solve(Puzzle(2), 0).solutions, 0U);
}

TEST(SudokuSolve, AgreesWithCountingCellByCell) {
  constexpr std::uint64_t limit = 60;
  int none = 0, one = 0;
  for (auto&& [seed, random] : seeds(400)) {
    Puzzle puzzle = test::puzzle_of(2, test::random_grid(2, random), 0.5 * random.uniform(), random);
    // A given of another grid makes many of the puzzles unsolvable.
    if (random.chance(0.3)) puzzle.givens[random.below(16)] = static_cast<std::uint8_t>(1 + random.below(4));
    const std::uint64_t expected = test::brute_count(puzzle, limit);
    for (const InferenceSettings& settings : all_settings()) {
      const SolveResult result = solve(puzzle, limit, settings);
      ASSERT_EQ(result.solutions, expected);
      ASSERT_EQ(result.grid.has_value(), expected > 0);
      ASSERT_TRUE(!result.grid || solves(puzzle, *result.grid));
      ASSERT_TRUE(!result.clash || expected == 0);
    }
    none += expected == 0 ? 1 : 0;
    one += expected == 1 ? 1 : 0;
  }
  EXPECT_GT(none, 20);
  EXPECT_GT(one, 50);
}

TEST(SudokuSolve, GuessesAllWithoutInference) {
  const Puzzle puzzle = test::read_one("12343.122.434..1");
  EXPECT_EQ(solve(puzzle, 10, {false, false, false}).solutions, test::brute_count(puzzle, 10));
}

TEST(SudokuSolve, FindsAGridOfEveryOrderHoweverFewTheGivens) {
  for (std::uint32_t order = least_order; order <= max_order; ++order) {
    for (const double chance : {0.0, 0.1, 0.3, 0.45, 0.6}) {
      SCOPED_TRACE(testing::Message() << "order " << order << " chance " << chance);
      Random random(order);
      const Puzzle puzzle = test::puzzle_of(order, test::random_grid(order, random), chance, random);
      const SolveResult result = solve(puzzle, 1, {}, 1'000'000);
      ASSERT_TRUE(result.grid.has_value());
      EXPECT_TRUE(solves(puzzle, *result.grid));
      EXPECT_EQ(result.solutions, 1U);
    }
  }
}

// A search that takes long without a solution starts again.
TEST(SudokuSolve, ASearchThatStartsAnewCountsEverySolutionOnce) {
  std::uint64_t most_guesses = 0;
  for (auto&& [seed, random] : seeds(10)) {
    const Puzzle puzzle = test::puzzle_of(3, test::random_grid(3, random), 0.33, random);
    const SolveResult all = solve(puzzle, 3'000);
    const SolveResult weaker = solve(puzzle, 3'000, {.elimination = false, .locked_candidates = false});
    EXPECT_EQ(all.solutions, weaker.solutions);
    most_guesses = std::max(most_guesses, weaker.guesses);
  }
  EXPECT_GT(most_guesses, 1'000U);
}

TEST(SudokuSolve, GivesUpAfterSoManyGuesses) {
  const SolveResult result = solve(Puzzle(3), 1'000'000, {}, 500);
  EXPECT_TRUE(result.gave_up);
  EXPECT_EQ(result.guesses, 500U);
  EXPECT_GT(result.solutions, 0U);
  EXPECT_FALSE(solve(Puzzle(3), 1, {}, 500).gave_up);
}

/// Returns the contradiction of a puzzle, whose givens the parser may refuse.
std::string clash(std::string_view line, const InferenceSettings& settings = {}) {
  Puzzle puzzle(line.size() == 16 ? 2 : 3);
  for (std::size_t cell = 0; cell < line.size(); ++cell) {
    if (line[cell] != '.') puzzle.givens[cell] = static_cast<std::uint8_t>(line[cell] - '0');
  }
  Inference inference(puzzle, settings);
  return inference.start() ? "none" : text_of(*inference.clash(), puzzle);
}

TEST(SudokuInference, Elimination) {
  const Puzzle puzzle = test::read_one("......1..1......");
  Inference weak(puzzle, {.elimination = false, .locked_candidates = false});
  ASSERT_TRUE(weak.start());
  EXPECT_EQ(weak.candidates()[0], 0b1111U);
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  EXPECT_EQ(inference.candidates()[0], value_bit(1));
  EXPECT_EQ(inference.candidates()[15], value_bit(1));
}

TEST(SudokuInference, LockedCandidates) {
  const Puzzle puzzle = test::read_one("...123...456......" + std::string(63, '.'));
  Inference weak(puzzle, {.locked_candidates = false});
  ASSERT_TRUE(weak.start());
  EXPECT_EQ(weak.counts().rounds, 0U);
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  EXPECT_GT(inference.counts().rounds, 0U);
  // In box 2, 4, 5 and 6 can only be in row 3, and in box 3 only in row 1.
  for (std::uint32_t cell = 18; cell < 27; ++cell) {
    const bool box_2 = cell / 3 % 3 == 1;
    EXPECT_EQ((inference.candidates()[cell] & (value_bit(4) | value_bit(5) | value_bit(6))) != 0, box_2)
        << cell;
  }
  EXPECT_NE(weak.candidates()[26] & value_bit(4), 0U);
}

TEST(SudokuInference, AClashNamesItsUnits) {
  EXPECT_EQ(clash("11.............."), "row 1, column 1 and box 1 leave no value for row 1 column 1");
  EXPECT_EQ(clash("123456..."
                  "......9.." +
                  std::string(63, '.')),
            "row 1 has no cell left for 9");
  EXPECT_EQ(clash("12............2."), "none");
}

TEST(SudokuInference, WithoutAnyFormAWrongGridIsStillFound) {
  const InferenceSettings none{.propagation = false, .elimination = false, .locked_candidates = false};
  EXPECT_EQ(clash("1234341221434321", none), "none");
  EXPECT_EQ(clash("1234341221434312", none), "column 3 has no cell left for 2");
}

TEST(SudokuInference, KeepsWhatTheSolutionHolds) {
  for (auto&& [seed, random] : seeds(60)) {
    const std::uint32_t order = least_order + seed % 4;
    const Grid grid = test::random_grid(order, random);
    const Puzzle puzzle = test::puzzle_of(order, grid, 0.2 + 0.5 * random.uniform(), random);
    Inference inference(puzzle);
    ASSERT_TRUE(inference.start());
    std::uint32_t resolved = 0;
    for (std::uint32_t cell = 0; cell < puzzle.cell_count(); ++cell) {
      ASSERT_NE(inference.candidates()[cell] & value_bit(grid[cell]), 0U) << "cell " << cell;
      resolved += single(inference.candidates()[cell]) ? 1 : 0;
    }
    EXPECT_EQ(inference.candidates().resolved, resolved);
  }
}

TEST(SudokuInference, AGuessIsTakenBack) {
  for (const std::uint32_t order : {2U, 3U, 4U, 5U}) {
    Random random(order);
    const Grid grid = test::random_grid(order, random);
    const Puzzle puzzle = test::puzzle_of(order, grid, 0.3, random);
    Inference inference(puzzle);
    ASSERT_TRUE(inference.start());
    const Candidates before = inference.candidates();
    std::uint32_t cell = 0;
    while (single(before[cell])) ++cell;
    EXPECT_TRUE(inference.assume(cell, value_bit(grid[cell])));
    inference.restore(before);
    EXPECT_EQ(latin::text_of(inference.candidates(), 'A'), latin::text_of(before, 'A'));
    EXPECT_EQ(inference.candidates().resolved, before.resolved);
    EXPECT_FALSE(inference.assume(cell, 0));
    EXPECT_TRUE(inference.clash().has_value());
    inference.restore(before);
    EXPECT_TRUE(inference.assume(cell, before[cell]));
  }
}

}  // namespace
}  // namespace skerry::sudoku
