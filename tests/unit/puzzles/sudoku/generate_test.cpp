#include "puzzles/sudoku/generate.hpp"

#include "puzzles/sudoku/puzzle.hpp"
#include "puzzles/sudoku/solve.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/sudoku/reference.hpp"

namespace skerry::sudoku {
namespace {

TEST(SudokuGenerate, GridsKeepTheRulesAndDiffer) {
  for (std::uint32_t order = least_order; order <= max_order; ++order) {
    Random random(order);
    const Grid first = random_grid(order, random);
    const Grid second = random_grid(order, random);
    EXPECT_TRUE(solves(Puzzle(order), first));
    EXPECT_TRUE(solves(Puzzle(order), second));
    EXPECT_NE(first, second);
  }
}

TEST(SudokuGenerate, EveryPuzzleHasOneSolutionAndNoSpareGiven) {
  for (const auto& [order, puzzles] : {std::pair{2U, 10U}, {3U, 6U}}) {
    for (std::uint32_t index = 0; index < puzzles; ++index) {
      SCOPED_TRACE(testing::Message() << "order " << order << " index " << index);
      const Generated made = generate({.order = order}, index);
      Puzzle puzzle = made.puzzle;
      const SolveResult result = solve(puzzle, 2);
      EXPECT_EQ(result.solutions, 1U);
      EXPECT_EQ(result.grid, made.solution);
      for (std::uint8_t& given : puzzle.givens) {
        if (given == 0) continue;
        const std::uint8_t kept = std::exchange(given, std::uint8_t{0});
        EXPECT_EQ(solve(puzzle, 2).solutions, 2U);
        given = kept;
      }
    }
  }
}

TEST(SudokuGenerate, LargePuzzlesHaveOneSolutionToo) {
  const Generated made = generate({.order = 4, .givens = 130}, 0);
  EXPECT_EQ(made.puzzle.given_count(), 130U);
  EXPECT_EQ(solve(made.puzzle, 2).solutions, 1U);
  const Generated largest = generate({.order = 5, .givens = 420}, 0);
  EXPECT_EQ(largest.puzzle.given_count(), 420U);
  EXPECT_EQ(solve(largest.puzzle, 2).solutions, 1U);
}

TEST(SudokuGenerate, IsExactlyAsDifficultAsAsked) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
    for (std::uint32_t index = 0; index < 4; ++index) {
      const Puzzle puzzle = generate({.difficulty = difficulty}, index).puzzle;
      EXPECT_EQ(rate(puzzle), difficulty);
      EXPECT_EQ(solve(puzzle, 2).solutions, 1U);
      Inference weak(puzzle, {.locked_candidates = false});
      ASSERT_TRUE(weak.start());
      EXPECT_EQ(weak.candidates().all_resolved(), difficulty == Difficulty::easy);
      EXPECT_EQ(solve(puzzle, 2).guesses > 0, difficulty == Difficulty::unreasonable);
    }
  }
}

TEST(SudokuGenerate, StopsAtTheGivensThatAreWanted) {
  for (const std::uint32_t givens : {22U, 30U, 45U, 81U}) {
    const Puzzle puzzle = generate({.givens = givens, .attempts = 1'000}, 0).puzzle;
    EXPECT_EQ(puzzle.given_count(), givens);
    EXPECT_EQ(solve(puzzle, 2).solutions, 1U);
  }
}

TEST(SudokuGenerate, AttemptsLeaveFewerGivens) {
  std::uint32_t once = 0, often = 0;
  for (std::uint32_t index = 0; index < skerry::test::random_cases(5U); ++index) {
    once += generate({.attempts = 1}, index).puzzle.given_count();
    often += generate({.attempts = 60}, index).puzzle.given_count();
  }
  EXPECT_LT(often + skerry::test::random_cases(5U), once);
}

TEST(SudokuGenerate, AmbiguousPuzzlesAreDrawnFromAGrid) {
  const Generated made = generate({.order = 5, .givens = 200, .ambiguous = true}, 3);
  EXPECT_EQ(made.puzzle.given_count(), 200U);
  EXPECT_TRUE(solves(made.puzzle, made.solution));
}

TEST(SudokuGenerate, IsASeriesByItsSeed) {
  const GenerateSettings settings{.seed = 9};
  EXPECT_EQ(generate(settings, 2).puzzle.givens, generate(settings, 2).puzzle.givens);
  EXPECT_NE(generate(settings, 2).puzzle.givens, generate(settings, 3).puzzle.givens);
  EXPECT_NE(generate({.seed = 8}, 2).puzzle.givens, generate(settings, 2).puzzle.givens);
}

TEST(SudokuGenerate, RefusesWhatThereIsNot) {
  EXPECT_THROW(generate({.order = 6}, 0), UsageError);
  EXPECT_THROW(generate({.order = 2, .givens = 17}, 0), UsageError);
  EXPECT_THROW(generate({.attempts = 0}, 0), UsageError);
  EXPECT_THROW(generate({.ambiguous = true}, 0), UsageError);
  EXPECT_THROW(generate({.givens = 30, .difficulty = Difficulty::easy, .ambiguous = true}, 0), UsageError);
  // With one open cell no guess is necessary.
  EXPECT_THROW(generate({.order = 2, .givens = 15, .difficulty = Difficulty::unreasonable}, 0), Error);
}

}  // namespace
}  // namespace skerry::sudoku
