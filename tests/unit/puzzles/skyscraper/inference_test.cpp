#include "puzzles/skyscraper/solve.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"

#include <string>

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

}  // namespace
}  // namespace skerry::skyscraper
