#include "puzzles/sudoku/solve.hpp"

#include "puzzles/sudoku/puzzle.hpp"
#include "unit/puzzles/sudoku/grids.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

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
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Puzzle puzzle = test::puzzle_of(3, test::random_grid(3, random), 0.33, random);
    const SolveResult all = solve(puzzle, 3'000);
    const SolveResult weaker = solve(puzzle, 3'000, {.elimination = false, .locked_candidates = false});
    EXPECT_EQ(all.solutions, weaker.solutions);
    most_guesses = std::max(most_guesses, weaker.guesses);
  }
  EXPECT_GT(most_guesses, 1'000U);
}

TEST(SudokuSolve, SaysWhereInferenceFindsNoSolution) {
  Puzzle puzzle(3);
  puzzle.givens[0] = puzzle.givens[8] = 7;
  const SolveResult result = solve(puzzle, 2);
  EXPECT_EQ(result.solutions, 0U);
  EXPECT_FALSE(result.grid.has_value());
  ASSERT_TRUE(result.clash.has_value());
  EXPECT_EQ(text_of(*result.clash, puzzle), "row 1, column 1 and box 1 leave no value for row 1 column 1");
  EXPECT_EQ(result.guesses, 0U);
}

TEST(SudokuSolve, GivesUpAfterSoManyGuesses) {
  const SolveResult result = solve(Puzzle(3), 1'000'000, {}, 500);
  EXPECT_TRUE(result.gave_up);
  EXPECT_EQ(result.guesses, 500U);
  EXPECT_GT(result.solutions, 0U);
  EXPECT_FALSE(solve(Puzzle(3), 1, {}, 500).gave_up);
}

TEST(SudokuSolve, IsTheSameEveryTime) {
  Random random(1);
  const Puzzle puzzle = test::puzzle_of(4, test::random_grid(4, random), 0.3, random);
  const SolveResult first = solve(puzzle, 20);
  const SolveResult second = solve(puzzle, 20);
  EXPECT_EQ(first.grid, second.grid);
  EXPECT_EQ(first.guesses, second.guesses);
}

}  // namespace
}  // namespace skerry::sudoku
