#include "skerry/random.hpp"

#include "puzzles/skyscraper/solve.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
