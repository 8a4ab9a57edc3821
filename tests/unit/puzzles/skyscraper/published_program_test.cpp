#include "puzzles/skyscraper/published_program.hpp"

#include "puzzles/skyscraper/generate.hpp"
#include "puzzles/skyscraper/solve.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/skyscraper/grids.hpp"
#include "unit/puzzles/skyscraper/published.hpp"

#include <ostream>

namespace skerry::skyscraper {

static std::ostream& operator<<(std::ostream& stream, const FiltrationCounts& counts) {
  return stream << counts.sequences << " sequences in " << counts.clue_runs << " clue runs";
}

namespace {

FiltrationCounts counts_for_seven(Refinement refinement, bool edge_clues) {
  const auto counts = count_filtration(test::read_one(published::seven), refinement, edge_clues);
  EXPECT_TRUE(counts.has_value());
  return counts.value_or(FiltrationCounts{});
}

struct PublishedCounts {
  Refinement refinement;
  bool edge_clues;
  FiltrationCounts counts;
};

TEST(PublishedProgram, GeneratesAsManySequencesInAsManyClueRunsAsPublished) {
  constexpr PublishedCounts published[] = {
      {Refinement::plain, true, {3680, 59}},
      {Refinement::sorting, true, {2053, 52}},
      {Refinement::skipping, true, {1546, 52}},
      {Refinement::memory_of_candidates, true, {1490, 52}},
      {Refinement::memory_of_candidates, false, {12'092, 38}},
  };
  for (const auto& [refinement, edge_clues, counts] : published)
    EXPECT_EQ(counts_for_seven(refinement, edge_clues), counts);
}

TEST(PublishedProgram, OnlySortedItTakesFewerClueRunsWithoutEdgeClues) {
  EXPECT_EQ(counts_for_seven(Refinement::plain, false).clue_runs, 59U);
  EXPECT_EQ(counts_for_seven(Refinement::sorting, false).clue_runs, 38U);
  EXPECT_EQ(counts_for_seven(Refinement::skipping, false).clue_runs, 38U);
}

TEST(PublishedProgram, AMemoryOfLinesGeneratesWhatInferenceDoes) {
  EXPECT_EQ(counts_for_seven(Refinement::memory_of_lines, true), (FiltrationCounts{1408, 52}));
  EXPECT_EQ(counts_for_seven(Refinement::memory_of_lines, false), (FiltrationCounts{32'220, 38}));
  for (std::uint32_t index = 0; index < 30; ++index) {
    SCOPED_TRACE(testing::Message() << "seed 1, puzzle " << index);
    const Puzzle puzzle = generate({.size = 5, .difficulty = Difficulty::hard, .seed = 1}, index).puzzle;
    InferenceSettings settings = InferenceSettings::published();
    Inference inference(puzzle, settings);
    ASSERT_TRUE(inference.start());
    const auto counts = count_filtration(puzzle, Refinement::memory_of_lines, true);
    ASSERT_TRUE(counts.has_value());
    EXPECT_EQ(counts->sequences, inference.counts().sequences);
    const auto forgetful = count_filtration(puzzle, Refinement::skipping, true);
    ASSERT_TRUE(forgetful.has_value());
    EXPECT_LE(counts->sequences, forgetful->sequences);
    EXPECT_EQ(counts->clue_runs, forgetful->clue_runs);
  }
}

TEST(PublishedProgram, HasNoCountsWhereInferenceDoesNotDecide) {
  EXPECT_EQ(count_filtration(test::read_one(published::hard), Refinement::sorting, true), std::nullopt);
  EXPECT_EQ(count_filtration(test::read_one("4:3////3///////////"), Refinement::plain, true), std::nullopt);
  EXPECT_EQ(count_filtration(test::read_one("4:////////2///////,1_2n"), Refinement::plain, false),
            std::nullopt);
}

}  // namespace
}  // namespace skerry::skyscraper
