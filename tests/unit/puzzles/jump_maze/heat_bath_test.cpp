#include "puzzles/jump_maze/heat_bath.hpp"

#include "puzzles/jump_maze/problem.hpp"
#include "support/testing.hpp"

namespace skerry::jump_maze {
namespace {

template <std::uint32_t words>
void expect_sound_searches(std::uint32_t size) {
  JumpMazeProblem<words> problem(size);
  for (std::uint64_t seed = 1; seed <= skerry::test::random_cases(20U); ++seed) {
    SCOPED_TRACE(testing::Message() << "size " << size << ", seed " << seed);
    Random random(seed);
    auto maze = problem.sample(random);
    auto value = static_cast<std::int32_t>(problem.evaluate(maze).fitness);
    const std::int32_t before = value;
    HeatBath<words> search(size, 0.1 + random.uniform());
    const std::uint64_t budget = random.below(3000);
    EXPECT_LE(search(maze, value, budget, random), budget);
    EXPECT_TRUE(problem.valid(maze));
    EXPECT_EQ(value, problem.evaluate(maze).fitness);
    EXPECT_GE(value, before);
  }
}

TEST(HeatBath, KnowsWhatItsMazesAreWorthAndNeverLosesAny) {
  for (const std::uint32_t size : {2U, 3U, 5U, 8U}) expect_sound_searches<1>(size);
  for (const std::uint32_t size : {9U, 11U}) expect_sound_searches<2>(size);
  for (const std::uint32_t size : {12U, 16U}) expect_sound_searches<4>(size);
  for (const std::uint32_t size : {17U, 22U}) expect_sound_searches<8>(size);
}

/// Returns the values of the maze if a single cell is given its best number, over all cells.
std::set<double> best_by_cell(const JumpMazeProblem<1>& problem, const Jumps<1>& maze) {
  std::set<double> values;
  for (std::uint32_t cell = 0; cell < goal_of(problem.size()); ++cell) {
    double best = -1e9;
    Jumps<1> changed = maze;
    for (std::uint32_t jump = 1; jump <= longest_jump(problem.size(), cell); ++jump) {
      changed[cell] = static_cast<std::uint8_t>(jump);
      best = std::max(best, problem.evaluate(changed).fitness);
    }
    values.insert(best);
  }
  return values;
}

TEST(HeatBath, TheColderTheMoreSurelyItTakesTheBestNumber) {
  int better = 0;
  for (auto&& [seed, random] : seeds_from_1(300)) {
    const JumpMazeProblem<1> problem(3 + random.below(6));
    const auto start = problem.sample(random);
    auto maze = start;
    auto value = static_cast<std::int32_t>(problem.evaluate(maze).fitness);
    HeatBath<1>(problem.size(), 0.01)(maze, value, 2, random);
    if (maze == start) continue;
    ++better;
    EXPECT_EQ(problem.distance(maze, start), 1.0 / (problem.size() * problem.size()));
    EXPECT_TRUE(best_by_cell(problem, start).contains(value)) << value;
  }
  EXPECT_GT(better, 20);
}

TEST(HeatBath, FindsTheMostJumpsThatSmallMazesTake) {
  for (const std::uint32_t size : {2U, 3U, 4U, 5U}) {
    JumpMazeProblem<1> problem(size);
    Random random(size);
    auto maze = problem.sample(random);
    Score score = problem.evaluate(maze);
    problem.improve(maze, score, 300'000, random);
    EXPECT_EQ(score.fitness, most_jumps(size)) << "size " << size;
    EXPECT_LE(problem.take_evaluations(), 300'000U);
    EXPECT_EQ(problem.take_evaluations(), 0U);
  }
}

TEST(HeatBath, WhereJumpsAreCountedAsPublishedImprovementGoesUphill) {
  JumpMazeProblem<1> problem(7, {.evaluation = EvaluationKind::published});
  Random random(1);
  auto maze = problem.sample(random);
  const Score before = problem.evaluate(maze);
  Score score = before;
  problem.improve(maze, score, 1000, random);
  EXPECT_EQ(problem.take_evaluations(), 1000U);
  EXPECT_EQ(score, problem.evaluate(maze));
  EXPECT_GT(score.fitness, before.fitness + 5);
}

}  // namespace
}  // namespace skerry::jump_maze
