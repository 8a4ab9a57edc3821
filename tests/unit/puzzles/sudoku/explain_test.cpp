#include "puzzles/sudoku/explain.hpp"

#include "puzzles/sudoku/generate.hpp"
#include "puzzles/sudoku/solve.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/latin/explanation_checks.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

namespace skerry::sudoku {
namespace {

using latin::Explanation;
using latin::Step;
using End = Explanation::End;

std::set<std::string_view> expect_sound(const Puzzle& puzzle, std::optional<End> end = {}) {
  const latin::Board board = board_of(puzzle);
  const Explanation explanation = explain(puzzle, board);
  EXPECT_EQ(explanation.end, end.value_or(*explanation.end));
  return latin::test::expect_sound(puzzle, board, explanation);
}

TEST(SudokuExplain, EveryStepOfAPuzzleWithOneSolutionIsRight) {
  for (std::uint32_t index = 0; index < skerry::test::random_cases(200U); ++index) {
    SCOPED_TRACE(testing::Message() << "puzzle " << index);
    expect_sound(generate({}, index).puzzle, End::solved);
  }
}

TEST(SudokuExplain, FivePuzzlesNeedNearlyAllRules) {
  std::set<std::string_view> rules;
  for (const std::uint32_t index : {34U, 40U, 69U, 92U, 163U}) {
    SCOPED_TRACE(testing::Message() << "puzzle " << index);
    rules.merge(expect_sound(generate({}, index).puzzle, End::solved));
  }
  EXPECT_GE(rules.size(), 20U);
}

TEST(SudokuExplain, StepsOfPuzzlesWithSeveralSolutionsAndWithNoneAreRight) {
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(100U))) {
    const std::uint32_t order = 2 + seed % 2;
    const double chance = order == 2 ? 0.4 * random.uniform() : 0.25 + 0.1 * random.uniform();
    Puzzle puzzle = test::puzzle_of(order, test::random_grid(order, random), chance, random);
    if (random.chance(0.3)) {
      const std::uint32_t cell = random.below(puzzle.cell_count());
      puzzle.givens[cell] = static_cast<std::uint8_t>(1 + random.below(puzzle.size()));
    }
    expect_sound(puzzle);
  }
}

TEST(SudokuExplain, LargePuzzlesAreExplained) {
  for (const std::uint32_t order : {4U, 5U}) {
    Random random(order);
    const Puzzle puzzle = test::puzzle_of(order, test::random_grid(order, random), 0.6, random);
    expect_sound(puzzle);
  }
}

TEST(SudokuExplain, TheEasiestRuleComesFirst) {
  const Puzzle puzzle = generate({}, 0).puzzle;
  const latin::Board board = board_of(puzzle);
  latin::Marks marks(board, puzzle.givens);
  for (const Step& step : explain(puzzle, board).steps) {
    // No cell of one candidate and no value with one cell left in a unit is passed over by a harder step.
    if (step.rating > 2.3) {
      for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
        EXPECT_TRUE(marks.placed[cell] || !single(marks[cell]));
      }
    }
    marks.take(board, step);
  }
}

// Inkala's puzzle of 2010.
TEST(SudokuExplain, TheHardestPuzzlesNeedGuessesThatAreRefuted) {
  const Puzzle puzzle =
      test::read_one("..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..");
  const latin::Board board = board_of(puzzle);
  const Explanation explanation = explain(puzzle, board);
  EXPECT_TRUE(latin::test::expect_sound(puzzle, board, explanation).contains("guess"));
  EXPECT_EQ(explanation.end, End::solved);
}

TEST(SudokuExplain, AHintIsTheFirstStep) {
  const Puzzle puzzle = generate({}, 3).puzzle;
  const latin::Board board = board_of(puzzle);
  const Explanation hint = explain(puzzle, board, {.most_steps = 1});
  const Explanation whole = explain(puzzle, board);
  ASSERT_EQ(hint.steps.size(), 1U);
  EXPECT_FALSE(hint.end.has_value());
  EXPECT_EQ(hint.steps[0].argument, whole.steps[0].argument);
}

TEST(SudokuExplain, ASolvedGridHasNoStep) {
  Random random(1);
  const Puzzle puzzle = test::puzzle_of(3, test::random_grid(3, random), 1.0, random);
  const Explanation explanation = explain(puzzle, board_of(puzzle));
  EXPECT_TRUE(explanation.steps.empty());
  EXPECT_EQ(explanation.end, End::solved);
}

}  // namespace
}  // namespace skerry::sudoku
