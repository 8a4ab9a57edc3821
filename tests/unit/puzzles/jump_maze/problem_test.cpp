#include "puzzles/jump_maze/problem.hpp"

#include "skerry/app/settings.hpp"

#include "puzzles/jump_maze/draw.hpp"
#include "puzzles/jump_maze/formats.hpp"
#include "puzzles/jump_maze/maze.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"

namespace skerry::jump_maze {
namespace {

static_assert(Problem<JumpMazeProblem<1>> && Validates<JumpMazeProblem<8>> && HasOptimum<JumpMazeProblem<1>>);
static_assert(Draws<JumpMazeProblem<1>> && Judges<JumpMazeProblem<1>> && Explains<JumpMazeProblem<1>>);
static_assert(std::is_trivially_copyable_v<Jumps<8>>);

/// Calls action<words>(size, random) for every size.
template <typename Action>
void for_all_sizes(Action action) {
  for (std::uint32_t size = least_size; size <= max_size; ++size) {
    SCOPED_TRACE(testing::Message() << "size and seed " << size);
    Random random(size);
    switch (words_for(size)) {
      case 1:
        action(JumpMazeProblem<1>(size), random);
        break;
      case 2:
        action(JumpMazeProblem<2>(size), random);
        break;
      case 4:
        action(JumpMazeProblem<4>(size), random);
        break;
      default:
        action(JumpMazeProblem<8>(size), random);
    }
  }
}

template <class P>
void expect_sound(P& problem, const typename P::Genome& genome) {
  EXPECT_TRUE(problem.valid(genome));
  const Maze maze = maze_of(problem.size(), genome);
  EXPECT_EQ(problem.evaluate(genome), (Score{0, double(value_of(distances_of(maze).jumps))}));
  EXPECT_EQ(problem.describe(genome), maze_text(maze));
  EXPECT_EQ(problem.parse(problem.describe(genome), "text"), genome);
  EXPECT_EQ(problem.explain(genome), distance_text(maze.size, distances_of(maze).jumps));
  EXPECT_EQ(problem.draw(&genome), draw_svg(maze));
  EXPECT_EQ(problem.draw_text(&genome), jump_maze::draw_text(maze));
}

template <class Genome>
std::uint32_t different(const Genome& a, const Genome& b) {
  std::uint32_t count = 0;
  for (std::uint32_t cell = 0; cell < Genome::most_cells; ++cell) count += a[cell] != b[cell];
  return count;
}

TEST(JumpMazeProblem, OperatorsKeepGenomesValid) {
  for_all_sizes([](auto problem, Random& random) {
    for (int round = 0; round < 5; ++round) {
      const auto a = problem.sample(random);
      const auto b = problem.sample(random);
      auto child = problem.crossover(a, b, random);
      expect_sound(problem, child);
      problem.mutate(child, random.uniform(), random);
      expect_sound(problem, child);
      auto stepped = child;
      problem.neighbour(stepped, random);
      expect_sound(problem, stepped);
      EXPECT_LE(different(child, stepped), 1U);
      EXPECT_DOUBLE_EQ(problem.distance(a, b),
                       different(a, b) / static_cast<double>(problem.size() * problem.size()));
    }
  });
}

TEST(JumpMazeProblem, EveryNumberOfACellIsDrawn) {
  JumpMazeProblem<1> problem(5);
  Random random(1);
  auto stepped = problem.sample(random);
  auto mutated = stepped;
  std::array<std::set<std::uint32_t>, 25> sampled, by_steps, by_mutation;
  for (int draw = 0; draw < 4000; ++draw) {
    const auto genome = problem.sample(random);
    problem.neighbour(stepped, random);
    problem.mutate(mutated, 0.1, random);
    for (std::uint32_t cell = 0; cell < 24; ++cell) {
      sampled[cell].insert(genome[cell]);
      by_steps[cell].insert(stepped[cell]);
      by_mutation[cell].insert(mutated[cell]);
    }
  }
  for (std::uint32_t cell = 0; cell < 24; ++cell) {
    EXPECT_EQ(sampled[cell].size(), longest_jump(5, cell));
    EXPECT_EQ(by_steps[cell], sampled[cell]);
    EXPECT_EQ(by_mutation[cell], sampled[cell]);
  }
}

TEST(JumpMazeProblem, MutationDrawsAsManyCellsAsItsRateSays) {
  JumpMazeProblem<4> problem(15);
  Random random(2);
  const auto genome = problem.sample(random);
  auto same = genome;
  problem.mutate(same, 0, random);
  EXPECT_EQ(same, genome);
  double drawn = 0;
  double expected = 0;
  for (std::uint32_t cell = 0; cell < 224; ++cell) expected += 0.05 * (1 - 1.0 / longest_jump(15, cell));
  for (int round = 0; round < 1000; ++round) {
    auto mutated = genome;
    problem.mutate(mutated, 0.05, random);
    drawn += different(mutated, genome) / 1000.0;
  }
  EXPECT_NEAR(drawn, expected, 0.6) << "six standard errors";
}

/// Counts how often each number of each cell follows a maze's own, by neighbours of `genome` or by mutation.
template <class P>
std::vector<std::vector<std::uint32_t>> numbers_drawn(P& problem, const typename P::Genome& genome, int draws,
                                                      bool by_mutation, Random& random) {
  const std::uint32_t cells = goal_of(problem.size());
  std::vector<std::vector<std::uint32_t>> drawn(cells, std::vector<std::uint32_t>(problem.size()));
  for (int draw = 0; draw < draws; ++draw) {
    auto changed = genome;
    if (by_mutation) {
      problem.mutate(changed, 1, random);
    } else {
      problem.neighbour(changed, random);
    }
    EXPECT_TRUE(problem.valid(changed));
    for (std::uint32_t cell = 0; cell < cells; ++cell) {
      if (by_mutation || changed[cell] != genome[cell]) ++drawn[cell][changed[cell]];
    }
  }
  return drawn;
}

TEST(JumpMazeProblem, AnotherNumberIsAnyOfTheOthersWithEqualProbability) {
  constexpr std::uint32_t size = 7;
  JumpMazeProblem<1> problem(size, {.mutation = MutationKind::other_number});
  for (auto&& [seed, random] : seeds(5)) {
    const auto genome = problem.sample(random);
    const auto drawn = numbers_drawn(problem, genome, 4000, true, random);
    for (std::uint32_t cell = 0; cell < goal_of(size); ++cell) {
      const std::uint32_t longest = longest_jump(size, cell);
      const double expected = 4000.0 / (longest - 1);
      for (std::uint32_t number = 0; number < size; ++number) {
        SCOPED_TRACE(testing::Message() << "cell " << cell << ", number " << number);
        if (number == 0 || number > longest || number == genome[cell]) {
          EXPECT_EQ(drawn[cell][number], 0U);
        } else {
          EXPECT_NEAR(drawn[cell][number], expected, 6 * std::sqrt(expected)) << "six standard errors";
        }
      }
    }
  }
}

TEST(JumpMazeProblem, ANeighbourWithAnotherNumberIsNeverTheSameMaze) {
  for (std::uint32_t size = 4; size <= 8; ++size) {
    SCOPED_TRACE(testing::Message() << "size and seed " << size);
    JumpMazeProblem<1> other(size, {.mutation = MutationKind::other_number});
    JumpMazeProblem<1> any(size);
    Random random(size);
    const auto genome = other.sample(random);
    const auto changes = [&](auto& problem) {
      std::uint64_t count = 0;
      for (const auto& numbers : numbers_drawn(problem, genome, 2000, false, random))
        count += std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0});
      return count;
    };
    EXPECT_EQ(changes(other), 2000U);
    EXPECT_LT(changes(any), 2000U);
    EXPECT_GT(changes(any), 0U);
  }
}

TEST(JumpMazeProblem, ACellOfASingleNumberKeepsIt) {
  Random random(6);
  JumpMazeProblem<1> problem(2, {.mutation = MutationKind::other_number});
  const auto genome = problem.sample(random);
  auto changed = genome;
  problem.neighbour(changed, random);
  problem.mutate(changed, 1, random);
  EXPECT_EQ(changed, genome);
}

TEST(JumpMazeProblem, AHillClimbAsPublishedTakesTheKindOfMutation) {
  const auto climbed = [](MutationKind mutation) {
    JumpMazeProblem<1> problem(7, {.evaluation = EvaluationKind::published, .mutation = mutation});
    Random random(7);
    auto genome = problem.sample(random);
    Score score = problem.evaluate(genome);
    problem.improve(genome, score, 300, random);
    EXPECT_EQ(score, problem.evaluate(genome));
    EXPECT_TRUE(problem.valid(genome));
    return genome;
  };
  EXPECT_NE(climbed(MutationKind::any_number), climbed(MutationKind::other_number));
}

/// Returns the number of cells, counted row by row, that come from the first parent.
template <class P>
std::uint32_t point_of_crossover(P problem, Random& random) {
  typename P::Genome first, second;
  const std::uint32_t cells = problem.size() * problem.size();
  // These are no valid mazes, but the parents differ in every cell, the goal included.
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    first[cell] = 1;
    second[cell] = 2;
  }
  const auto child = problem.crossover(first, second, random);
  const auto point = static_cast<std::uint32_t>(std::ranges::count(child.values, 1));
  for (std::uint32_t cell = 0; cell < cells; ++cell) EXPECT_EQ(child[cell], cell < point ? 1 : 2);
  return point;
}

TEST(JumpMazeProblem, CrossoverTakesAShareFromTheFirstParent) {
  Random random(3);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(5, {.crossover_share = 0.0}), random), 0U);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(5, {.crossover_share = 0.25}), random), 6U);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(5, {.crossover_share = 0.5}), random), 13U);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(5, {.crossover_share = 1.0}), random), 25U);
  std::set<std::uint32_t> points;
  for (int round = 0; round < 1000; ++round) {
    points.insert(point_of_crossover(JumpMazeProblem<1>(5), random));
  }
  EXPECT_EQ(points.size(), 26U);
}

TEST(JumpMazeProblem, AGenomeOfAnotherProblemIsNotValid) {
  JumpMazeProblem<1> problem(3);
  Random random(4);
  const auto genome = problem.sample(random);
  const auto with = [&](std::uint32_t cell, std::uint8_t number) {
    auto changed = genome;
    changed[cell] = number;
    return problem.valid(changed);
  };
  EXPECT_TRUE(problem.valid(genome));
  EXPECT_TRUE(with(0, 2));
  EXPECT_FALSE(with(0, 0));
  EXPECT_FALSE(with(0, 3));
  EXPECT_FALSE(with(4, 2)) << "the middle";
  EXPECT_FALSE(with(8, 1)) << "the goal";
  EXPECT_FALSE(with(9, 1)) << "beyond it";
  EXPECT_FALSE(with(63, 1));
}

TEST(JumpMazeProblem, CountsJumpsAsTheReportDoesWhereItIsTold) {
  Files files;
  for (auto&& [seed, random] : seeds(50)) {
    JumpMazeProblem<2> problem(9, {.evaluation = EvaluationKind::published});
    const auto genome = problem.sample(random);
    const auto numbers = published_distances(maze_of(9, genome));
    EXPECT_EQ(problem.evaluate(genome), (Score{0, double(value_of(numbers))}));
    EXPECT_EQ(problem.explain(genome), distance_text(9, numbers));
  }
  // The proven maxima are those of shortest paths.
  EXPECT_EQ(JumpMazeProblem<1>(5, {.evaluation = EvaluationKind::published}).optimum(), std::nullopt);
}

Settings table(const std::string& text) {
  return Settings::parse(text, "maze.toml", Settings::Kind::configuration);
}

TEST(JumpMazeProblem, ReadsItsKeys) {
  Files files;
  Random random(5);
  EXPECT_EQ(JumpMazeProblem<1>(table(""), files).size(), 7U);
  EXPECT_EQ(JumpMazeProblem<8>(table("size = 22"), files).size(), 22U);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(table("size = 6\ncrossover_point = 0.25"), files), random),
            9U);
  EXPECT_EQ(point_of_crossover(JumpMazeProblem<1>(table("crossover_point = 1"), files), random), 49U);
  std::set<std::uint32_t> points;
  for (int round = 0; round < 300; ++round) {
    points.insert(point_of_crossover(
        JumpMazeProblem<1>(table("size = 2\ncrossover_point = \"random\""), files), random));
  }
  EXPECT_EQ(points.size(), 5U);
  JumpMazeProblem<1> other(table("mutation = \"other_number\""), files);
  const auto genome = other.sample(random);
  auto changed = genome;
  other.mutate(changed, 1, random);
  EXPECT_EQ(different(changed, genome), 48U);
}

TEST(JumpMazeProblem, RefusesOtherValuesOfItsKeys) {
  Files files;
  const auto refusal = [&](const std::string& text) -> std::string {
    return message_of<UsageError>([&] { JumpMazeProblem<1>(table(text), files); });
  };
  EXPECT_THAT(refusal("size = 23"), HasSubstr("size is 23; it lies in [2, 22] (maze.toml:1:8)"));
  EXPECT_THAT(refusal("size = 1"), HasSubstr("size is 1; it lies in [2, 22] (maze.toml:1:8)"));
  EXPECT_THAT(refusal("crossover_point = 1.5"),
              HasSubstr("crossover_point is 1.5; a rate lies in [0, 1] (maze.toml:1:"));
  EXPECT_THAT(refusal("mutation = \"another\""),
              HasSubstr("mutation is \"another\"; it is one of any_number, other_number (maze.toml:1:"));
  EXPECT_THAT(refusal("crossover_point = true"),
              HasSubstr("crossover_point is true; it is a number (maze.toml:1:"));
  EXPECT_THAT(
      refusal("crossover_point = \"middle\""),
      HasSubstr("crossover_point is \"middle\"; it is \"random\", or the share of the cells that come from "
                "the first parent, from 0 to 1 (maze.toml:1:"));
}

TEST(JumpMazeProblem, ThereIsNothingToDrawWithoutASolution) {
  const JumpMazeProblem<1> problem(5);
  EXPECT_THAT([&] { problem.draw(nullptr); }, ThrowsMessage<UsageError>(HasSubstr("a solution is needed")));
  EXPECT_THAT([&] { problem.draw_text(nullptr); },
              ThrowsMessage<UsageError>(HasSubstr("a solution is needed")));
}

/// Returns the maximum over all mazes of a size.
std::int32_t exhaustive_maximum(std::uint32_t size) {
  const Evaluation<1> evaluation(size);
  Jumps<1> jumps;
  for (std::uint32_t cell = 0; cell < goal_of(size); ++cell) jumps[cell] = 1;
  std::int32_t most = 0;
  while (true) {
    most = std::max(most, evaluation(jumps));
    std::uint32_t cell = 0;
    while (cell < goal_of(size) && jumps[cell] == longest_jump(size, cell)) jumps[cell++] = 1;
    if (cell == goal_of(size)) return most;
    jumps[cell] = static_cast<std::uint8_t>(jumps[cell] + 1);
  }
}

TEST(JumpMazeProblem, TheMostJumpsOfSmallSizesAreKnown) {
  for (std::uint32_t size = 2; size <= 4; ++size)
    EXPECT_EQ(exhaustive_maximum(size), most_jumps(size)) << size;
  EXPECT_EQ(JumpMazeProblem<1>(5).optimum(), 21);
  EXPECT_EQ(JumpMazeProblem<1>(6).optimum(), 32);
  EXPECT_EQ(JumpMazeProblem<1>(7).optimum(), 45);
  EXPECT_EQ(JumpMazeProblem<1>(8).optimum(), std::nullopt);
  EXPECT_EQ(JumpMazeProblem<1>(7).bound(), 49);
}

}  // namespace
}  // namespace skerry::jump_maze
