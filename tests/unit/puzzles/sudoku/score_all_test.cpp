#include "puzzles/sudoku/score_all.hpp"

#include "skerry/random.hpp"

#include "puzzles/sudoku/boxes.hpp"
#include "unit/engine/instruction_sets.hpp"
#include "unit/random_cases.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace skerry::sudoku {
namespace {

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
  for (std::uint64_t seed = 0; seed < skerry::test::random_cases(10U); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
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
