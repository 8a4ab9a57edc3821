#include "puzzles/skyscraper/solve.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"
#include "unit/random_cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

TEST(SkyscraperSolve, PublishedPuzzlesHaveOneSolution) {
  const SolveResult small = solve(test::read_one(published::small), 10);
  EXPECT_EQ(small.solutions, 1U);
  EXPECT_EQ(small.grid, test::grid_of(published::small_solution));
  EXPECT_EQ(small.guesses, 0U);
  const SolveResult seven = solve(test::read_one(published::seven), 10);
  EXPECT_EQ(seven.solutions, 1U);
  EXPECT_EQ(seven.grid, test::grid_of(published::seven_solution));
  EXPECT_EQ(seven.guesses, 0U);
  const Puzzle hard = test::read_one(published::hard);
  const SolveResult guessed = solve(hard, 10);
  EXPECT_EQ(guessed.solutions, 1U);
  EXPECT_TRUE(solves(hard, *guessed.grid));
  EXPECT_GT(guessed.guesses, 0U);
}

TEST(SkyscraperSolve, CountsUpToTheLimit) {
  const Puzzle empty(4);  // 576 Latin squares
  EXPECT_EQ(solve(empty, 1000).solutions, 576U);
  EXPECT_EQ(solve(empty, 576).solutions, 576U);
  EXPECT_EQ(solve(empty, 100).solutions, 100U);
  EXPECT_EQ(solve(empty, 0).solutions, 0U);
  EXPECT_EQ(solve(Puzzle(5), 200000).solutions, 161280U);
  EXPECT_EQ(solve(Puzzle(1), 10).solutions, 1U);
}

TEST(SkyscraperSolve, GivesUpAfterSoManyGuesses) {
  const Puzzle empty(4);
  const std::uint64_t needed = solve(empty, 1000).guesses;
  EXPECT_FALSE(solve(empty, 1000, {}, needed).gave_up);
  const SolveResult result = solve(empty, 1000, {}, needed - 1);
  EXPECT_TRUE(result.gave_up);
  EXPECT_EQ(result.guesses, needed - 1);
  EXPECT_LT(result.solutions, 576U);
  EXPECT_GT(result.solutions, 500U);
  EXPECT_FALSE(solve(empty, 1, {}, needed).gave_up);
}

TEST(SkyscraperSolve, ASquareOfSixteen) {
  Random random(1);
  const Grid grid = random_latin_square(16, random);
  const Puzzle puzzle = test::puzzle_around(grid, 16, 0.8, 0.4, random);
  const SolveResult result = solve(puzzle, 1);
  ASSERT_EQ(result.solutions, 1U);
  EXPECT_TRUE(solves(puzzle, *result.grid));
}

std::vector<InferenceSettings> all_settings() {
  std::vector<InferenceSettings> all = {{}, InferenceSettings::published()};
  for (const auto form :
       {&InferenceSettings::edge_clues, &InferenceSettings::propagation, &InferenceSettings::elimination,
        &InferenceSettings::filtration, &InferenceSettings::sorting, &InferenceSettings::skipping,
        &InferenceSettings::remembering}) {
    all.emplace_back().*form = false;
  }
  all.push_back({.edge_clues = false, .propagation = false, .elimination = false, .filtration = false});
  return all;
}

/// Makes some clues of some puzzles wrong, so that puzzles without a solution occur as well.
Puzzle random_puzzle(Random& random, std::uint32_t most) {
  const std::uint32_t size = 1 + random.below(most);
  Puzzle puzzle = test::puzzle_around(random_latin_square(size, random), size, random.uniform(),
                                      0.4 * random.uniform(), random);
  if (random.chance(0.4))
    puzzle.clues[random.below(4 * size)] = static_cast<std::uint8_t>(1 + random.below(size));
  if (random.chance(0.1))
    puzzle.givens[random.below(size * size)] = static_cast<std::uint8_t>(1 + random.below(size));
  return puzzle;
}

TEST(SkyscraperSolve, AgreesWithCountingCellByCell) {
  constexpr std::uint64_t limit = 300;
  int none = 0, one = 0, named = 0;
  for (std::uint32_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Puzzle puzzle = random_puzzle(random, 5);
    const SolveResult result = solve(puzzle, limit);
    EXPECT_EQ(result.solutions, test::brute_count(puzzle, limit));
    EXPECT_EQ(result.grid.has_value(), result.solutions > 0);
    EXPECT_TRUE(!result.grid || solves(puzzle, *result.grid));
    EXPECT_TRUE(!result.clash || result.solutions == 0);
    none += result.solutions == 0 ? 1 : 0;
    one += result.solutions == 1 ? 1 : 0;
    named += result.clash ? 1 : 0;
  }
  EXPECT_GT(none, 50);
  EXPECT_GT(one, 50);
  EXPECT_GT(named, 50);
}

TEST(SkyscraperSolve, AgreesWithItselfWhicheverFormIsLeftOut) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Puzzle puzzle = random_puzzle(random, 3);  // without inference there are 3^9 grids to try
    const std::uint64_t count = test::brute_count(puzzle, 100);
    for (const InferenceSettings& settings : all_settings())
      EXPECT_EQ(solve(puzzle, 100, settings).solutions, count);
  }
}

TEST(SkyscraperSolve, InferenceNeverLosesASolution) {
  for (std::uint32_t seed = 0; seed < skerry::test::random_cases(200U); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const std::uint32_t size = 6 + random.below(4);
    const Grid grid = random_latin_square(size, random);
    const Puzzle puzzle =
        test::puzzle_around(grid, size, 0.2 + 0.8 * random.uniform(), 0.3 * random.uniform(), random);
    Inference inference(puzzle);
    ASSERT_TRUE(inference.start());
    for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
      ASSERT_NE(inference.candidates()[cell] & value_bit(grid[cell]), 0) << "cell " << cell;
    }
  }
}

}  // namespace
}  // namespace skerry::skyscraper
