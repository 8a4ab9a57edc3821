#include "puzzles/skyscraper/solve.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"
#include "unit/puzzles/skyscraper/reference.hpp"

namespace skerry::skyscraper {
namespace {

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
  for (auto&& [seed, random] : seeds(600)) {
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
  for (auto&& [seed, random] : seeds(300)) {
    const Puzzle puzzle = random_puzzle(random, 3);  // without inference there are 3^9 grids to try
    const std::uint64_t count = test::brute_count(puzzle, 100);
    for (const InferenceSettings& settings : all_settings())
      EXPECT_EQ(solve(puzzle, 100, settings).solutions, count);
  }
}

TEST(SkyscraperSolve, InferenceNeverLosesASolution) {
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(200U))) {
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

std::string fixpoint(std::string_view text, const InferenceSettings& settings = {}) {
  const Puzzle puzzle = test::read_one(text);
  Inference inference(puzzle, settings);
  EXPECT_TRUE(inference.start());
  return latin::text_of(inference.candidates(), 'a');
}

std::string clash(std::string_view text, const InferenceSettings& settings = {}) {
  const Puzzle puzzle = test::read_one(text);
  Inference inference(puzzle, settings);
  return inference.start() ? "none" : text_of(*inference.clash(), puzzle);
}

TEST(SkyscraperInference, PublishedFourByFour) {
  EXPECT_EQ(fixpoint(published::small, {.filtration = false}), published::small_after_three_forms);
  const Puzzle puzzle = test::read_one(published::small);
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  EXPECT_EQ(inference.candidates().grid(), test::grid_of(published::small_solution));
}

TEST(SkyscraperInference, PublishedSevenBySeven) {
  const Puzzle puzzle = test::read_one(published::seven);
  for (const auto& settings : {InferenceSettings{}, InferenceSettings::published()}) {
    Inference inference(puzzle, settings);
    ASSERT_TRUE(inference.start());
    EXPECT_EQ(inference.candidates().grid(), test::grid_of(published::seven_solution));
  }
}

TEST(SkyscraperInference, PublishedHardSevenBySeven) {
  EXPECT_EQ(fixpoint(published::hard), published::hard_fixpoint);
  EXPECT_EQ(fixpoint(published::hard, InferenceSettings::published()), published::hard_fixpoint);
}

TEST(SkyscraperInference, TheFirstFormAlone) {
  const InferenceSettings first{.propagation = false, .elimination = false, .filtration = false};
  EXPECT_EQ(fixpoint("4 1 . .\n. . . . . 3\n. . . . . .\n. . . . . .\n. . . . . .\n. 3 . 2\n", first),
            "1 4    123  12\n"
            "2 1234 1234 1234\n"
            "3 123  1234 1234\n"
            "4 12   1234 123\n");
}

TEST(SkyscraperInference, EveryRefinementLeavesTheSameCandidates) {
  for (const std::string_view text : {published::small, published::seven, published::hard}) {
    const std::string all = fixpoint(text);
    EXPECT_EQ(fixpoint(text, {.sorting = false}), all);
    EXPECT_EQ(fixpoint(text, {.skipping = false}), all);
    EXPECT_EQ(fixpoint(text, {.remembering = false}), all);
    EXPECT_EQ(fixpoint(text, {.edge_clues = false}), all);
    EXPECT_EQ(fixpoint(text, {.sequences = {.pruning = false}}), all);
    EXPECT_EQ(fixpoint(text, {.sequences = {.early_end = false}}), all);
  }
}

std::uint64_t sequences(bool sorting, bool skipping, bool remembering, bool edge_clues) {
  const Puzzle puzzle = test::read_one(published::seven);
  InferenceSettings settings = InferenceSettings::published();
  settings.sorting = sorting;
  settings.skipping = skipping;
  settings.remembering = remembering;
  settings.edge_clues = edge_clues;
  Inference inference(puzzle, settings);
  EXPECT_TRUE(inference.start());
  return inference.counts().sequences;
}

TEST(SkyscraperInference, GeneratesAsManySequencesAsPublished) {
  EXPECT_EQ(sequences(false, false, false, true), 3680U);
  EXPECT_EQ(sequences(true, false, false, true), 2053U);
  EXPECT_EQ(sequences(true, true, false, true), 1546U);
}

// The published program stores results by candidates, for all lines together. It generates 1,490 sequences,
// and 12,092 without the first form, when all lines begin alike. Here each line records whether others have
// changed it since it was filtered, which is better except when all lines begin alike.
TEST(SkyscraperInference, RemembersByLinesRatherThanByCandidates) {
  EXPECT_EQ(sequences(true, true, true, true), 1408U);
  EXPECT_EQ(sequences(true, true, true, false), 32220U);
}

TEST(SkyscraperInference, PruningSparesSequences) {
  const Puzzle puzzle = test::read_one(published::seven);
  Inference inference(puzzle);
  EXPECT_TRUE(inference.start());
  EXPECT_LT(inference.counts().sequences, 600U);
}

TEST(SkyscraperInference, AClashNamesItsLines) {
  EXPECT_EQ(clash("3 . .\n. . . . .\n. . . . .\n. . . . .\n2 . .\n"),
            "row 3 and column 1 (clues 3 and 2) leave no value for the cell where they meet");
  EXPECT_EQ(clash("1 1 .\n. . . . .\n. . . . .\n. . . . .\n. . .\n"),
            "row 1 and column 1 (clue 1) leave no value for the cell where they meet");
  EXPECT_EQ(clash("4:3////3///////////"), "column 1 (clues 3 and 3) has no cell left for 4");
  EXPECT_EQ(clash("4:////////2///////,1_2n"), "row 1 (clue 2) has no sequence left that meets its clues");
  EXPECT_EQ(clash("4:////////2///////,1o"), "none");
}

TEST(SkyscraperInference, LinesThatOthersResolveAreCheckedToo) {
  EXPECT_EQ(clash("2:2///////,b1_2", {.edge_clues = false, .filtration = false}),
            "column 1 (clue 2) has no sequence left that meets its clues");
}

TEST(SkyscraperInference, AGuessIsTakenBack) {
  const Puzzle puzzle = test::read_one(published::hard);
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  const Candidates before = inference.candidates();
  const bool first = inference.assume(0, value_bit(1));
  inference.restore(before);
  const bool second = inference.assume(0, value_bit(2));
  EXPECT_NE(first, second);
  inference.restore(before);
  EXPECT_EQ(latin::text_of(inference.candidates(), 'a'), published::hard_fixpoint);
}

constexpr SequenceSettings plain{.pruning = false, .early_end = false, .subsets = false};

std::vector<Values> left_of(const std::vector<Values>& cells, const std::array<Values, max_size>& filtered) {
  return {filtered.begin(), filtered.begin() + static_cast<std::ptrdiff_t>(cells.size())};
}

TEST(SkyscraperSequences, PublishedLines) {
  const std::vector<Values> column = {0b111, 0b111, 0b111, 0b1000};
  const Filtered both = filter_line(column, {2, 0}, plain);
  EXPECT_EQ(both.sequences, 6U);
  EXPECT_THAT(left_of(column, both.cells), ElementsAre(0b100, 0b011, 0b011, 0b1000));
  const std::vector<Values> row = {0b10, 0b101, 0b1000, 0b101};
  const Filtered one = filter_line(row, {3, 0}, plain);
  EXPECT_EQ(one.sequences, 2U);
  EXPECT_THAT(left_of(row, one.cells), ElementsAre(0b10, 0b100, 0b1000, 0b1));
}

TEST(SkyscraperSequences, EveryWayLeavesTheSame) {
  int impossible = 0;
  for (auto&& [seed, random] : seeds(3000)) {
    const std::uint32_t size = 1 + random.below(7);
    const double density = 0.3 + 0.7 * random.uniform();
    std::vector<Values> cells(size);
    for (Values& cell : cells) {
      for (std::uint32_t value = 1; value <= size; ++value) {
        if (random.chance(density)) cell = static_cast<Values>(cell | value_bit(value));
      }
    }
    const LineClues clues{random.below(size + 1), random.below(size + 1)};
    const Filtered reference = filter_line(cells, clues, plain);
    EXPECT_EQ(filter_by_subsets(cells, clues), reference.cells);
    EXPECT_EQ(filter_line(cells, clues, {}).cells, reference.cells);
    EXPECT_EQ(filter_line(cells, clues, {.early_end = false, .subsets = false}).cells, reference.cells);
    EXPECT_EQ(filter_line(cells, clues, {.pruning = false, .subsets = false}).cells, reference.cells);
    impossible += reference.cells[0] == 0 ? 1 : 0;
  }
  EXPECT_GT(impossible, 100);
  EXPECT_LT(impossible, 2900);
}

TEST(SkyscraperSequences, SixteenOpenCells) {
  const std::vector<Values> cells(16, values_up_to(16));
  const Filtered filtered = filter_line(cells, {8, 9}, {});  // so 16 is the eighth, after seven that rise
  EXPECT_EQ(filtered.cells[7], value_bit(16));
  EXPECT_EQ(filtered.cells[0], values_up_to(9));
  EXPECT_EQ(filter_line(cells, {9, 9}, {}).cells[0], 0);
}

}  // namespace
}  // namespace skerry::skyscraper
