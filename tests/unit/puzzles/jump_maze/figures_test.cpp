#include "puzzles/jump_maze/maze.hpp"
#include "puzzles/jump_maze/problem.hpp"
#include "support/testing.hpp"
#include "unit/puzzles/jump_maze/mazes.hpp"

#include <queue>

namespace skerry::jump_maze {
namespace {

struct Figure {
  int number;
  std::int32_t value;
  const char* grids;  // the rows of the maze, each with the row of its evaluation beside it
};

/// Figures 2 to 9 of the report: mazes and their evaluations. The captions below the two grids of figure 8
/// are swapped there.
constexpr Figure figures[] = {
    {2, 3, R"(2 4 3 1 3 | 0 4 1 9 3
1 2 3 1 4 | 10 11 9 8 9
4 1 2 1 2 | 1 X 3 6 2
4 3 3 2 3 | 8 6 2 7 4
1 1 1 2 0 | 7 6 4 5 3
)"},
    {3, -3, R"(4 1 4 3 2 | 0 X 2 6 1
4 2 1 1 1 | 3 5 4 5 3
1 1 2 3 1 | 2 3 5 3 2
3 1 3 3 3 | 3 4 5 4 3
2 1 3 2 0 | 1 5 3 X X
)"},
    {4, 5, R"(5 2 4 5 1 3 5 | 0 4 2 5 8 1 3
5 1 1 2 1 4 3 | 5 4 6 7 6 3 5
3 5 1 2 3 4 6 | 7 5 5 7 7 8 6
6 1 4 2 2 3 2 | 8 7 3 6 5 2 4
1 1 4 1 2 4 3 | 9 8 3 5 6 X 4
5 5 3 3 5 4 5 | 1 3 X 6 6 2 4
5 3 4 1 6 3 0 | 6 X 4 X 7 3 5
)"},
    {5, -3, R"(1 5 5 6 1 2 5 | 0 1 7 6 5 4 2
6 1 4 3 1 1 1 | 1 5 6 5 4 3 2
2 5 2 1 3 4 1 | 7 4 6 6 6 5 4
6 1 1 1 2 3 1 | 4 3 4 5 6 6 5
2 3 2 4 3 2 5 | 6 4 5 6 6 7 6
3 2 1 4 2 1 3 | 8 2 8 4 7 X 3
1 2 3 5 4 2 0 | 7 8 6 7 X 6 X
)"},
    {6, 8, R"(4 3 4 8 4 3 8 2 4 | 0 10 9 X 1 8 10 8 2
5 6 2 7 3 7 1 4 7 | 7 6 6 8 5 8 X 7 8
1 3 3 6 1 3 4 4 1 | 9 10 5 5 4 6 11 8 7
6 3 6 5 1 2 6 3 4 | 8 11 7 7 5 6 9 7 8
8 3 2 3 4 4 2 2 6 | 1 12 4 9 2 11 10 10 3
2 4 2 3 4 5 2 6 2 | 7 9 6 X 7 7 9 8 8
4 6 5 1 6 3 6 5 8 | 8 12 5 X 9 X 10 6 X
2 6 1 3 1 4 1 3 8 | 8 8 7 8 10 10 9 9 9
5 8 1 5 6 7 5 6 0 | X 9 8 6 3 9 10 X 8
)"},
    {7, -15, R"(6 3 5 8 4 1 7 1 5 | 0 X 7 6 8 7 1 8 9
5 4 3 3 2 4 4 5 1 | 6 8 7 5 5 7 6 7 X
2 3 1 6 1 2 2 6 3 | X 7 5 6 4 5 7 6 8
2 1 3 2 4 3 6 7 8 | 4 6 6 X 5 5 X 3 6
5 1 2 3 2 5 4 3 5 | 5 7 4 6 5 6 3 6 8
1 7 4 4 2 2 3 1 2 | 5 7 8 4 X 8 6 5 6
7 5 5 3 4 6 3 3 3 | 1 X 5 X 3 6 X 2 4
4 4 6 2 4 4 3 3 3 | 7 5 X 3 6 4 2 7 7
6 6 8 8 7 4 3 6 0 | X 8 X 5 X X 4 7 X
)"},
    {8, 10, R"(9 6 7 2 6 4 1 1 10 8 5 | 0 2 X 3 8 5 4 3 4 1 6
5 7 8 9 1 4 4 7 3 1 4  | 5 5 6 X X 6 5 4 6 7 6
8 3 4 4 3 7 3 4 3 5 2  | 7 6 8 4 7 8 9 6 7 5 5
2 2 6 7 1 2 5 5 1 6 7  | 8 9 5 8 10 7 8 8 6 7 9
2 2 5 4 5 1 1 3 3 5 2  | 6 5 7 6 6 6 7 8 5 4 4
1 1 6 2 3 4 5 6 3 1 8  | 5 4 5 X 5 7 6 6 6 8 7
8 1 3 6 3 3 2 1 6 9 2  | 2 3 4 5 9 5 8 7 3 6 5
7 6 8 1 4 6 6 5 6 3 9  | 5 4 6 X X X 4 5 6 3 7
8 4 6 4 3 5 8 8 4 1 4  | 8 6 7 7 4 7 4 5 3 2 3
3 8 3 9 5 6 5 6 8 9 1  | 1 6 5 2 7 6 X X 6 3 X
7 1 2 4 10 3 6 8 1 8 0 | 7 5 6 9 7 X 7 6 5 4 10
)"},
    {9, -14, R"(3 6 2 3 4 5 4 5 3 5 6  | 0 X 3 1 4 6 2 11 5 X 3
9 8 8 5 2 3 9 8 4 3 7  | 3 6 6 4 6 7 6 X 5 4 7
6 7 1 6 5 7 3 6 8 1 10 | 7 5 4 5 6 4 4 7 7 6 6
3 4 2 3 7 3 6 5 8 5 1  | 1 X 5 2 7 5 3 8 6 6 5
3 9 7 6 3 6 2 6 3 3 7  | X 6 X 8 5 5 3 6 4 5 7
6 3 6 4 4 1 6 5 7 3 4  | 7 8 6 9 7 7 5 10 7 X X
5 2 7 5 5 4 6 7 2 9 3  | 2 4 9 3 X 3 4 5 4 4 4
1 8 7 6 2 1 4 1 8 4 6  | 6 7 7 X 6 6 7 X 5 7 8
10 7 2 7 5 7 6 5 3 7 4 | 8 5 8 6 8 6 8 9 5 7 7
2 5 9 8 1 2 4 7 6 3 7  | 7 6 6 6 7 5 4 6 X X 5
4 8 2 5 8 7 3 7 7 2 0  | 4 9 9 8 5 4 7 7 8 8 X
)"},
};

struct Grids {
  std::string maze;
  std::string evaluation;
};

Grids grids_of(const Figure& figure) {
  Grids grids;
  std::istringstream rows(figure.grids);
  for (std::string row; std::getline(rows, row);) {
    const std::size_t bar = row.find(" | ");
    grids.maze += row.substr(0, bar) + "\n";
    grids.evaluation += row.substr(bar + 3) + "\n";
  }
  return grids;
}

/// Returns the text with one blank between two words.
std::string squeezed(const std::string& text) {
  std::string squeezed;
  for (const char c : text) {
    const bool at_start = squeezed.empty() || squeezed.back() == '\n' || squeezed.back() == ' ';
    if (c != ' ' || !at_start) squeezed += c;
  }
  return squeezed;
}

template <std::uint32_t words>
double fitness_of(const Maze& maze) {
  JumpMazeProblem<words> problem(maze.size, {.evaluation = EvaluationKind::published});
  return problem.evaluate(jumps_of<words>(maze)).fitness;
}

std::int32_t shortest(const Maze& maze) {
  return value_of(distances_of(maze).jumps);
}

TEST(JumpMazeFigures, EveryNumberIsThePublishedOne) {
  for (const Figure& figure : figures) {
    SCOPED_TRACE(testing::Message() << "figure " << figure.number);
    const auto [text, evaluation] = grids_of(figure);
    const Maze maze = test::read_one(text);
    EXPECT_EQ(squeezed(distance_text(maze.size, published_distances(maze))), evaluation);
    EXPECT_EQ(value_of(published_distances(maze)), figure.value);
    EXPECT_EQ(maze.size <= 8 ? fitness_of<1>(maze) : fitness_of<2>(maze), figure.value);
  }
}

TEST(JumpMazeFigures, SomeGoalsAreOneJumpNearerThanPublished) {
  for (const Figure& figure : figures) {
    const bool one_less = figure.number == 6 || figure.number == 8;
    EXPECT_EQ(shortest(test::read_one(grids_of(figure).maze)), figure.value - one_less) << figure.number;
  }
}

/// Implements the report's search as its figures suggest it was written; published.hpp describes it.
std::vector<std::uint32_t> literally(const Maze& maze) {
  std::vector<std::uint32_t> numbers(maze.jumps.size(), unreachable);
  std::vector<bool> seen(maze.jumps.size());
  std::queue<std::pair<std::uint32_t, std::uint32_t>> queue({{0, 0}});
  numbers[0] = 0;
  while (!queue.empty()) {
    const auto [cell, depth] = queue.front();
    queue.pop();
    seen[cell] = true;
    for_each_end(maze.size, cell, maze.jumps[cell], [&, next_depth = depth + 1](std::uint32_t next) {
      if (seen[next]) return;
      numbers[next] = next_depth;
      queue.emplace(next, next_depth);
    });
  }
  return numbers;
}

TEST(JumpMazeFigures, RepeatedEntriesChangeNothing) {
  for (auto&& [seed, random] : seeds(500)) {
    const Maze maze = test::random_maze(least_size + seed % 10, random);
    const auto published = published_distances(maze);
    const auto least = distances_of(maze).jumps;
    ASSERT_EQ(published, literally(maze));
    for (std::uint32_t cell = 0; cell < maze.jumps.size(); ++cell) {
      EXPECT_TRUE(published[cell] == least[cell] || published[cell] == least[cell] + 1) << cell;
      EXPECT_EQ(published[cell] == unreachable, least[cell] == unreachable) << cell;
    }
  }
}

}  // namespace
}  // namespace skerry::jump_maze
