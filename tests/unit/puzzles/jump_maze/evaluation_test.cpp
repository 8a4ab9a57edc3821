#include "skerry/app/settings.hpp"

#include "puzzles/jump_maze/maze.hpp"
#include "puzzles/jump_maze/problem.hpp"
#include "support/testing.hpp"
#include "unit/allocations.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"

namespace skerry::jump_maze {
namespace {

using test::random_maze;
using test::read_one;

TEST(JumpMazeDistances, AreTheLeastAndAPathFollowsThemFromStartToGoal) {
  for (auto&& [seed, random] : seeds(300)) {
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

TEST(JumpMazeDistances, TheGoalIsAmongTheCellsThatCannotBeReached) {
  const Maze out = test::read_one("1 2 2\n2 1 2\n2 2 0\n");
  EXPECT_EQ(distance_text(3, distances_of(out).jumps), "0 1 X\n1 X 2\nX 2 X\n");
  EXPECT_EQ(value_of(distances_of(out).jumps), -4);
  const Maze maze = test::read_one("2 1 2\n1 1 1\n2 1 0\n");
  EXPECT_EQ(distance_text(3, distances_of(maze).jumps), "0 X 1\nX X X\n1 X 2\n");
  EXPECT_EQ(value_of(distances_of(maze).jumps), 2);
}

/// Calls action<words>() for each number of words that holds a bit for each cell.
template <typename Action>
void for_words_of(std::uint32_t size, const Action& action) {
  if (words_for(size) == 1) action.template operator()<1>();
  if (words_for(size) <= 2) action.template operator()<2>();
  if (words_for(size) <= 4) action.template operator()<4>();
  action.template operator()<8>();
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
      for_words_of(size, [&]<std::uint32_t words>() { expect_agreement<words>(size, seed); });
    }
  }
}

TEST(JumpMazeEvaluation, WordsHoldABitForEachCell) {
  for (const auto& [size, words] :
       {std::pair{2U, 1U}, {8U, 1U}, {9U, 2U}, {11U, 2U}, {12U, 4U}, {16U, 4U}, {17U, 8U}, {22U, 8U}})
    EXPECT_EQ(words_for(size), words) << size;
}

/// Tells by a walk over all cells whether the goal can be reached from a cell.
bool leads_to_goal(const Maze& maze, std::uint32_t from) {
  std::vector<bool> seen(maze.jumps.size());
  std::vector<std::uint32_t> open{from};
  while (!open.empty()) {
    const std::uint32_t cell = open.back();
    open.pop_back();
    if (cell == maze.goal()) return true;
    if (seen[cell]) continue;
    seen[cell] = true;
    for_each_end(maze.size, cell, maze.jumps[cell], [&](std::uint32_t end) { open.push_back(end); });
  }
  return false;
}

/// Goes through every shortest path, one after the other, and counts the longest line.
class Paths {
 public:
  explicit Paths(const Maze& maze) : maze_(maze), distances_(distances_of(maze).jumps) {}

  std::uint32_t longest_line() {
    if (distances_.back() != unreachable) follow(0, 0, 0);
    return longest_;
  }

 private:
  void follow(std::uint32_t cell, std::int64_t before, std::uint32_t line) {
    if (cell == maze_.goal()) {
      longest_ = std::max(longest_, *std::ranges::max_element(lines_));
      return;
    }
    if (distances_[cell] >= distances_.back()) return;
    for_each_end(maze_.size, cell, maze_.jumps[cell], [&](std::uint32_t end) {
      if (distances_[end] != distances_[cell] + 1) return;
      // Cells that differ by less than a row are of one row.
      const std::int64_t step = std::int64_t{end} - cell;
      const std::int64_t direction = (step > 0 ? 1 : -1) * (cell / maze_.size == end / maze_.size ? 1 : 2);
      const std::uint32_t now = direction == before ? line + 1 : 1;
      lines_.push_back(now);
      follow(end, direction, now);
      lines_.pop_back();
    });
  }

  const Maze& maze_;
  std::vector<std::uint32_t> distances_;
  std::vector<std::uint32_t> lines_;
  std::uint32_t longest_ = 0;
};

Structure counted(const Maze& maze) {
  const std::vector<std::uint32_t> distances = distances_of(maze).jumps;
  Structure structure;
  for (std::uint32_t cell = 0; cell <= maze.goal(); ++cell) {
    if (distances[cell] == unreachable) continue;
    ++structure.cells_reached;
    if (distances.back() != unreachable && !leads_to_goal(maze, cell)) ++structure.dead_ends;
  }
  structure.longest_line = Paths(maze).longest_line();
  return structure;
}

template <std::uint32_t words>
Structure searched(const Maze& maze) {
  return StructureSearch<words>(maze.size,
                                std::make_shared<const JumpEnds<words>>(maze.size))(jumps_of<words>(maze));
}

TEST(JumpMazeStructure, AgreesWithAWalkFromEachCellAndAlongEachShortestPath) {
  std::uint32_t with_dead_ends = 0;
  for (auto&& [seed, random] : seeds(skerry::test::random_cases(420U))) {
    const Maze maze = test::random_maze(least_size + seed % (max_size - least_size + 1), random);
    const Structure structure = counted(maze);
    with_dead_ends += structure.dead_ends > 0 ? 1 : 0;
    for_words_of(maze.size, [&]<std::uint32_t words>() { EXPECT_EQ(searched<words>(maze), structure); });
  }
  EXPECT_GT(with_dead_ends, skerry::test::random_cases(100U));
}

TEST(JumpMazeStructure, AMazeOfOneRowAndOneColumnOfJumps) {
  // Right twice, then down twice; the cells in the middle are never reached from there.
  const Maze maze = test::read_one("1 1 1\n1 1 1\n1 1 0\n");
  EXPECT_EQ(searched<1>(maze), (Structure{.cells_reached = 9, .dead_ends = 0, .longest_line = 2}));
  const Maze out = test::read_one("1 2 2\n2 1 2\n2 2 0\n");
  EXPECT_EQ(searched<1>(out), (Structure{.cells_reached = 5, .dead_ends = 0, .longest_line = 0}));
}

TEST(JumpMazeStructure, AllocatesNothing) {
  Random random(3);
  JumpMazeProblem<2> problem(11);
  const auto genome = problem.sample(random);
  std::vector<double> values(2);
  const auto before = skerry::test::allocations();
  problem.features(genome, values);
  problem.objectives(genome, values);
  EXPECT_EQ(skerry::test::allocations(), before);
}

JumpMazeProblem<1> problem_of(const std::string& keys) {
  const Settings settings = Settings::parse(keys, "maze.toml", Settings::Kind::configuration);
  Files files;
  return {settings, files};
}

TEST(JumpMazeFeatures, AreThoseThatAreChosenInTheirOrder) {
  auto problem = problem_of("size = 5\nfeatures = [\"longest_line\", \"cells_reached\", \"dead_ends\"]\n");
  const std::vector<Feature> axes = std::as_const(problem).features();
  check_features(axes);
  ASSERT_EQ(axes.size(), 3U);
  EXPECT_EQ(axes[0].name, "longest_line");
  EXPECT_EQ(axes[0].cells, 4U);
  EXPECT_EQ(axes[1].name, "cells_reached");
  EXPECT_EQ(axes[1].cells, 25U);
  EXPECT_EQ(axes[2].name, "dead_ends");
  EXPECT_EQ(axes[2].cells, 24U);
  Random random(7);
  std::vector<double> values(3);
  for (int i = 0; i < 50; ++i) {
    const auto genome = problem.sample(random);
    const Structure structure = counted(maze_of(5, genome));
    problem.features(genome, values);
    EXPECT_EQ(values, (std::vector<double>{double(structure.longest_line), double(structure.cells_reached),
                                           double(structure.dead_ends)}));
    problem.objectives(genome, std::span(values).first(2));
    EXPECT_EQ(values[0], problem.evaluate(genome).fitness);
    EXPECT_EQ(values[1], structure.dead_ends);
  }
}

TEST(JumpMazeFeatures, ALongAxisHasAtMostFiftyCellsOfEqualLength) {
  JumpMazeProblem<8> problem(22);
  const Feature axis = std::as_const(problem).features().front();
  EXPECT_EQ(axis.cells, 49U);
  EXPECT_EQ(axis.least, -0.5);
  EXPECT_EQ(axis.most, 489.5);
}

TEST(JumpMazeFeatures, RefusesWhatItDoesNotKnow) {
  EXPECT_THAT(
      [] { problem_of("features = [\"dead_end\"]\n"); },
      ThrowsMessage<UsageError>(HasSubstr("features has \"dead_end\"; it lists some of dead_ends, "
                                          "cells_reached, longest_line; did you mean \"dead_ends\"?")));
  EXPECT_THAT([] { problem_of("features = []\n"); },
              ThrowsMessage<UsageError>(HasSubstr("features is empty")));
  EXPECT_THAT([] { problem_of("features = [\"dead_ends\", \"dead_ends\"]\n"); },
              ThrowsMessage<UsageError>(HasSubstr("\"dead_ends\" twice")));
}

}  // namespace
}  // namespace skerry::jump_maze
