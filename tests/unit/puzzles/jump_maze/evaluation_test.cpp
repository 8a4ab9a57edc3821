#include "puzzles/jump_maze/maze.hpp"
#include "puzzles/jump_maze/problem.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace skerry::jump_maze {
namespace {

using test::random_maze;
using test::read_one;

TEST(JumpMazeDistances, APathLeadsFromStartToGoalByJumpsOfTheMaze) {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Maze maze = random_maze(least_size + seed % (max_size - least_size + 1), random);
    const Distances distances = distances_of(maze);
    ASSERT_EQ(distances.path.empty(), distances.jumps[maze.goal()] == unreachable);
    if (distances.path.empty()) {
      EXPECT_EQ(value_of(distances.jumps), -std::ranges::count(distances.jumps, unreachable));
      continue;
    }
    EXPECT_EQ(value_of(distances.jumps), distances.jumps[maze.goal()]);
    EXPECT_EQ(distances.path.size(), distances.jumps[maze.goal()] + 1U);
    EXPECT_EQ(distances.path.front(), 0U);
    EXPECT_EQ(distances.path.back(), maze.goal());
    for (std::size_t step = 1; step < distances.path.size(); ++step) {
      const std::uint32_t from = distances.path[step - 1];
      bool leads = false;
      for_each_end(maze.size, from, maze.jumps[from],
                   [&](std::uint32_t end) { leads = leads || end == distances.path[step]; });
      EXPECT_TRUE(leads) << "step " << step;
      EXPECT_EQ(distances.jumps[distances.path[step]], step);
    }
  }
}

TEST(JumpMazeDistances, EveryDistanceIsOneMoreThanTheLeastThatLeadsThere) {
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const Maze maze = random_maze(least_size + seed % (max_size - least_size + 1), random);
    const Distances distances = distances_of(maze);
    std::vector<std::uint32_t> least(maze.jumps.size(), unreachable);
    least[0] = 0;
    for (std::uint32_t cell = 0; cell < maze.goal(); ++cell) {
      if (distances.jumps[cell] == unreachable) continue;
      for_each_end(maze.size, cell, maze.jumps[cell],
                   [&](std::uint32_t end) { least[end] = std::min(least[end], distances.jumps[cell] + 1); });
    }
    EXPECT_EQ(distances.jumps, least);
  }
}

TEST(JumpMazeDistances, TheGoalIsAmongTheCellsThatCannotBeReached) {
  const Maze out = test::read_one("1 2 2\n2 1 2\n2 2 0\n");
  EXPECT_EQ(distance_text(3, distances_of(out).jumps), "0 1 X\n1 X 2\nX 2 X\n");
  EXPECT_EQ(value_of(distances_of(out).jumps), -4);
  const Maze maze = test::read_one("2 1 2\n1 1 1\n2 1 0\n");
  EXPECT_EQ(distance_text(3, distances_of(maze).jumps), "0 X 1\nX X X\n1 X 2\n");
  EXPECT_EQ(value_of(distances_of(maze).jumps), 2);
}

template <std::uint32_t words>
void expect_agreement(std::uint32_t size, std::uint32_t seed) {
  SCOPED_TRACE(testing::Message() << "size " << size << ", seed " << seed);
  Random random(seed);
  const Evaluation<words> evaluation(size);
  Maze maze = random_maze(size, random);
  std::int32_t best = value_of(distances_of(maze).jumps);
  // The mazes are random ones, and those of a hill climbing, whose paths become long.
  for (int step = 0; step < 40; ++step) {
    const Maze other = random_maze(size, random);
    ASSERT_EQ(evaluation(jumps_of<words>(other)), value_of(distances_of(other).jumps));
  }
  for (int step = 0; step < 200; ++step) {
    const std::uint32_t cell = random.below(maze.goal());
    const std::uint8_t before = maze.jumps[cell];
    maze.jumps[cell] = static_cast<std::uint8_t>(1 + random.below(longest_jump(size, cell)));
    const std::int32_t value = value_of(distances_of(maze).jumps);
    ASSERT_EQ(evaluation(jumps_of<words>(maze)), value);
    if (value >= best) {
      best = value;
    } else {
      maze.jumps[cell] = before;
    }
  }
}

TEST(JumpMazeEvaluation, AgreesWithTheQueueAtAllSizes) {
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    for (std::uint32_t size = least_size; size <= max_size; ++size) {
      if (words_for(size) == 1) expect_agreement<1>(size, seed);
      if (words_for(size) <= 2) expect_agreement<2>(size, seed);
      if (words_for(size) <= 4) expect_agreement<4>(size, seed);
      expect_agreement<8>(size, seed);
    }
  }
}

TEST(JumpMazeEvaluation, WordsHoldABitForEachCell) {
  EXPECT_EQ(words_for(2), 1U);
  EXPECT_EQ(words_for(8), 1U);
  EXPECT_EQ(words_for(9), 2U);
  EXPECT_EQ(words_for(11), 2U);
  EXPECT_EQ(words_for(12), 4U);
  EXPECT_EQ(words_for(16), 4U);
  EXPECT_EQ(words_for(17), 8U);
  EXPECT_EQ(words_for(22), 8U);
}

}  // namespace
}  // namespace skerry::jump_maze
