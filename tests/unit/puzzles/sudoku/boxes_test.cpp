#include "puzzles/sudoku/boxes.hpp"

#include "puzzles/sudoku/score_all.hpp"
#include "support/testing.hpp"
#include "unit/engine/instruction_sets.hpp"
#include "unit/puzzles/sudoku/grids.hpp"

namespace skerry::sudoku {
namespace {

TEST(SudokuBoxes, CandidateArrayIsWhatRowColumnAndBoxLeave) {
  //    1 . | . .
  //    . . | 3 .
  //   -----+-----
  //    . 2 | . .
  //    . . | . .
  const auto givens = cells_of<2>(Grid{1, 0, 0, 0, 0, 0, 3, 0, 0, 2, 0, 0, 0, 0, 0, 0});
  const Allowed<2> allowed = candidate_array<2>(givens);
  EXPECT_EQ(allowed[0], 0b0001U);   // given
  EXPECT_EQ(allowed[1], 0b1100U);   // 3 or 4
  EXPECT_EQ(allowed[5], 0b1000U);   // 4 alone: 1 in its box, 3 in its row, 2 in its column
  EXPECT_EQ(allowed[15], 0b1111U);  // all
}

TEST(SudokuBoxes, FreeCellsAreThoseThatAreNotFixed) {
  auto fixed = cells_of<2>(Grid(16));
  fixed[0] = 3;
  fixed[5] = 1;
  fixed[15] = 2;
  const Boxes<2> boxes(fixed, candidate_array<2>(fixed));
  EXPECT_THAT(boxes.free_cells(0), ElementsAre(1, 4));
  EXPECT_THAT(boxes.free_cells(1), ElementsAre(2, 3, 6, 7));
  EXPECT_THAT(boxes.free_cells(3), ElementsAre(10, 11, 14));
  EXPECT_EQ(boxes.free_cells().size(), 13U);
  EXPECT_TRUE(boxes.fixed(5));
  EXPECT_FALSE(boxes.fixed(4));
}

TEST(SudokuBoxes, PartnersAreTheFreeCellsOfTheBoxWithWhichBothAllowAnExchange) {
  for (auto&& [seed, random] : seeds(20)) {
    Cells<3> fixed;
    for (std::uint32_t box = 0; box < 9; ++box)
      fixed[cell_of(3, 18 + box, random.below(9))] = static_cast<std::uint8_t>(1 + random.below(9));
    Allowed<3> allowed;
    for (std::uint32_t& values : allowed) values = random() & 511U;
    const Boxes<3> boxes(fixed, allowed);
    Cells<3> cells = fixed;
    for (std::uint32_t box = 0; box < 9; ++box) boxes.shuffle(cells, box, random);
    for (const std::uint32_t cell : boxes.free_cells()) {
      const auto places = boxes.free_cells(box_of(3, cell));
      std::uint32_t expected = 0;
      for (std::uint32_t i = 0; i < places.size(); ++i) {
        const std::uint32_t other = places[i];
        if (other != cell && boxes.allows(cell, cells[other]) && boxes.allows(other, cells[cell]))
          expected |= 1U << i;
      }
      EXPECT_EQ(boxes.partners(cells, cell), expected) << "cell " << cell;
    }
  }
}

/// Returns the values of the first box, by position, as one number.
std::uint32_t first_box(const Cells<2>& cells) {
  return cells[0] * 1000U + cells[1] * 100U + cells[4] * 10U + cells[5];
}

TEST(SudokuBoxes, ShuffleTakesEveryOrderEquallyOften) {
  const Boxes<2> boxes(Cells<2>{}, candidate_array<2>(Cells<2>{}));
  Random random(1);
  std::map<std::uint32_t, int> counts;
  constexpr int trials = 24'000;
  for (int i = 0; i < trials; ++i) {
    Cells<2> cells;
    boxes.shuffle(cells, 0, random);
    ++counts[first_box(cells)];
  }
  ASSERT_EQ(counts.size(), 24U);
  for (const auto& [box, count] : counts) EXPECT_NEAR(count, trials / 24, 5 * std::sqrt(trials / 24)) << box;
}

TEST(SudokuBoxes, DealGivesEachCellWhatItAllowsWhereverThatIsPossible) {
  // The cells allow 1 or 2, 1 or 2, 1 to 3, and anything, so the last two are 3 and 4.
  Allowed<2> allowed = candidate_array<2>(Cells<2>{});
  allowed[0] = allowed[1] = 0b0011;
  allowed[4] = 0b0111;
  const Boxes<2> boxes(Cells<2>{}, allowed);
  Random random(2);
  std::set<std::uint32_t> seen;
  for (int i = 0; i < 200; ++i) {
    Cells<2> cells;
    boxes.deal(cells, 0, random);
    seen.insert(first_box(cells));
  }
  EXPECT_THAT(seen, ElementsAre(1234, 2134));
}

TEST(SudokuBoxes, DealFillsABoxThatCannotBeFilledAsAllowed) {
  Allowed<2> allowed = candidate_array<2>(Cells<2>{});
  allowed[0] = allowed[1] = 0b0001;
  allowed[4] = 0;
  const Boxes<2> boxes(Cells<2>{}, allowed);
  for (auto&& [seed, random] : seeds(50)) {
    Cells<2> cells;
    for (std::uint32_t box = 0; box < 4; ++box) boxes.deal(cells, box, random);
    EXPECT_TRUE(boxes.keeps(cells)) << seed;
  }
}

TEST(SudokuBoxes, KeepsKnowsBrokenBoxesAndMovedCells) {
  auto fixed = cells_of<2>(Grid(16));
  fixed[0] = 3;
  const Boxes<2> boxes(fixed, candidate_array<2>(fixed));
  Random random(3);
  Cells<2> cells = boxes.fixed_cells();
  for (std::uint32_t box = 0; box < 4; ++box) boxes.shuffle(cells, box, random);
  EXPECT_TRUE(boxes.keeps(cells));
  const auto keeps_with = [&](std::uint32_t cell, std::uint8_t value) {
    Cells<2> changed = cells;
    changed[cell] = value;
    return boxes.keeps(changed);
  };
  EXPECT_FALSE(keeps_with(15, cells[14])) << "repeated";
  EXPECT_FALSE(keeps_with(15, 0)) << "empty";
  EXPECT_FALSE(keeps_with(15, 200)) << "no value";
  std::swap(cells[0], cells[1]);
  EXPECT_FALSE(boxes.keeps(cells)) << "a given moved";
}

/// The boxes need not be permutations. Some grids hold few values, some one alone.
template <std::uint32_t order>
void expect_scores_of_each(std::size_t count, Random& random) {
  std::vector<Cells<order>> grids(count);
  std::vector<const Cells<order>*> listed;
  for (Cells<order>& grid : grids) {
    const std::uint32_t most = 1 + random.below(grid.size);
    for (std::uint8_t& value : grid.values) value = static_cast<std::uint8_t>(1 + random.below(most));
    listed.push_back(&grid);
  }
  for (const InstructionSet set : skerry::test::sets_of_this_machine()) {
    SCOPED_TRACE(testing::Message() << instruction_set_names[static_cast<std::size_t>(set)] << ", order "
                                    << order << ", " << count << " grids");
    std::vector<Score> scores(count);
    score_all<order>(listed, scores, set);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(scores[i], (Score{0, static_cast<double>(fitness_of(grids[i]))})) << "grid " << i;
  }
}

TEST(SudokuScoreAll, ScoresAsEachGridAlone) {
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(10U))) {
    const std::size_t any = random.below(300);
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8}, std::size_t{16}, std::size_t{33},
          std::size_t{64}, std::size_t{71}, any}) {
      expect_scores_of_each<2>(count, random);
      expect_scores_of_each<3>(count, random);
      expect_scores_of_each<4>(count, random);
      expect_scores_of_each<5>(count, random);
    }
  }
}

}  // namespace
}  // namespace skerry::sudoku
