#include "skerry/random.hpp"

#include "puzzles/skyscraper/solve.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace skerry::skyscraper {
namespace {

using testing::ElementsAre;

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
