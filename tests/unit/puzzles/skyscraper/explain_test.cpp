#include "puzzles/skyscraper/explain.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/latin/explanation_checks.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"

namespace skerry::skyscraper {
namespace {

using latin::Step;

std::set<std::string_view> expect_sound(const Puzzle& puzzle) {
  const latin::Board board = board_of(puzzle);
  return latin::test::expect_sound(puzzle, board, explain(puzzle, board));
}

TEST(SkyscraperExplain, EveryStepOfAPuzzleWithOneSolutionIsRight) {
  for (const Difficulty difficulty : {Difficulty::easy, Difficulty::hard, Difficulty::unreasonable}) {
    std::set<std::string_view> rules;
    for (std::uint32_t index = 0; index < skerry::test::random_cases(30U); ++index) {
      SCOPED_TRACE(testing::Message() << name_of(difficulty) << " puzzle " << index);
      const GenerateSettings settings{
          .size = 4 + index % 3, .difficulty = difficulty, .attempts = 1, .seed = 1};
      rules.merge(expect_sound(generate(settings, index).puzzle));
    }
    EXPECT_EQ(rules.contains("sequences of a line"), difficulty != Difficulty::easy);
    EXPECT_TRUE(rules.contains("hidden single"));
    EXPECT_TRUE(difficulty == Difficulty::unreasonable || !rules.contains("guess"));
  }
}

TEST(SkyscraperExplain, StepsOfPuzzlesWithSeveralSolutionsAndWithNoneAreRight) {
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(100U))) {
    const std::uint32_t size = 1 + random.below(5);
    Puzzle puzzle = test::puzzle_around(random_latin_square(size, random), size, 0.5 * random.uniform(),
                                        0.3 * random.uniform(), random);
    if (random.chance(0.3)) {
      puzzle.clues[random.below(4 * size)] = static_cast<std::uint8_t>(1 + random.below(size));
    }
    expect_sound(puzzle);
  }
}

// The steps are more than those of the published inference, so that guesses come later at the earliest.
TEST(SkyscraperExplain, TheRulesReachThePublishedCandidates) {
  const Puzzle puzzle = test::read_one(published::hard);
  const latin::Board board = board_of(puzzle);
  latin::Marks marks(board, puzzle.givens);
  for (const Step& step : explain(puzzle, board).steps) {
    if (step.rule == "guess") break;
    marks.take(board, step);
  }
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  for (std::uint32_t cell = 0; cell < board.cell_count(); ++cell) {
    EXPECT_EQ(marks[cell] & ~std::uint32_t{inference.candidates()[cell]}, 0U) << board.cell_name(cell);
  }
}

TEST(SkyscraperExplain, ShowsTheSequencesOnWhichAStepRests) {
  const Puzzle puzzle = test::read_one(published::small);
  const latin::Board board = board_of(puzzle);
  std::uint32_t shown = 0;
  for (const Step& step : explain(puzzle, board).steps) {
    if (step.sequences.empty()) continue;
    ++shown;
    ASSERT_EQ(step.units.size(), 1U);
    EXPECT_FALSE(step.clues.empty());
    const LineClues clues = clues_of(puzzle, step.units.front());
    for (const auto& sequence : step.sequences) {
      const LineClues found = seen(sequence, puzzle.size, puzzle.size);
      EXPECT_TRUE(clues.near == 0 || clues.near == found.near);
      EXPECT_TRUE(clues.far == 0 || clues.far == found.far);
      for (const latin::CellValues& removed : step.removes) {
        const auto at =
            static_cast<std::size_t>(std::ranges::find(step.cells, removed.cell) - step.cells.begin());
        ASSERT_LT(at, sequence.size());
        EXPECT_EQ(latin::value_bit<std::uint32_t>(sequence[at]) & removed.values, 0U);
      }
    }
  }
  EXPECT_GT(shown, 0U);
}

}  // namespace
}  // namespace skerry::skyscraper
