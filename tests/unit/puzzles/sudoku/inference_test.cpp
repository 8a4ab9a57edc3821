#include "puzzles/sudoku/solve.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::sudoku {
namespace {

std::string fixpoint(std::string_view line, const InferenceSettings& settings = {}) {
  const Puzzle puzzle = test::read_one(line);
  Inference inference(puzzle, settings);
  EXPECT_TRUE(inference.start());
  return latin::text_of(inference.candidates(), 'A');
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

/// The example of the published genetic algorithm.
constexpr std::string_view example =
    "001906005000070001309800706002680470704200030508730102027068913905340000000000050";

TEST(SudokuInference, Propagation) {
  EXPECT_EQ(fixpoint("1.............4.", {.elimination = false, .locked_candidates = false}),
            "1   234  23  234\n"
            "234 234  123 1234\n"
            "234 1234 123 123\n"
            "23  123  4   123\n");
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

TEST(SudokuInference, BothResolveThePublishedExample) {
  const Puzzle puzzle = test::read_one(example);
  Inference inference(puzzle);
  ASSERT_TRUE(inference.start());
  EXPECT_TRUE(inference.candidates().all_resolved());
  EXPECT_EQ(
      inference.candidates().grid(),
      test::read_one("871926345256473891349851726132685479764219538598734162427568913915342687683197254")
          .givens);
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
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
