// This measures evaluations of number-jump mazes: the problem's own beside a straightforward search with a
// queue and a search with a queue that looks jumps up.
#include "skerry/random.hpp"

#include "puzzles/jump_maze/problem.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace skerry;
using namespace skerry::jump_maze;

std::int32_t queue_over_grid(const Maze& maze) {
  const auto size = static_cast<std::int32_t>(maze.size);
  std::vector<std::int32_t> distance(maze.jumps.size(), -1);
  std::queue<std::pair<std::int32_t, std::int32_t>> queue({{0, 0}});
  distance[0] = 0;
  while (!queue.empty()) {
    const auto [row, column] = queue.front();
    queue.pop();
    const auto at = static_cast<std::size_t>(row * size + column);
    if (at == maze.goal()) return distance[at];
    const std::int32_t jump = maze.jumps[at];
    const std::pair<std::int32_t, std::int32_t> ends[] = {
        {row, column + jump}, {row, column - jump}, {row + jump, column}, {row - jump, column}};
    for (const auto& [to_row, to_column] : ends) {
      if (to_row < 0 || to_row >= size || to_column < 0 || to_column >= size) continue;
      const auto to = static_cast<std::size_t>(to_row * size + to_column);
      if (distance[to] != -1) continue;
      distance[to] = distance[at] + 1;
      queue.emplace(to_row, to_column);
    }
  }
  return -static_cast<std::int32_t>(std::ranges::count(distance, -1));
}

/// The alternative that was considered: a queue that looks up the up to four ends of a jump, adds all four
/// without a branch, and keeps only the new ones.
template <std::uint32_t words>
class LookedUpQueue {
 public:
  explicit LookedUpQueue(std::uint32_t size) : goal_(goal_of(size)), ends_(64 * words * max_size) {
    for (std::uint32_t cell = 0; cell <= goal_; ++cell) {
      for (std::uint32_t jump = 0; jump < size; ++jump) {
        auto& ends = ends_[cell * max_size + jump];
        // A cell that is being looked at has been seen, so it stands for a missing end.
        ends.fill(static_cast<std::uint16_t>(cell));
        auto next = ends.begin();
        if (jump > 0) {
          for_each_end(size, cell, jump,
                       [&](std::uint32_t end) { *next++ = static_cast<std::uint16_t>(end); });
        }
      }
    }
  }

  std::int32_t operator()(const Jumps<words>& jumps) const {
    std::array<Ends, 64 * words> ends;
    for (std::uint32_t cell = 0; cell <= goal_; ++cell) ends[cell] = ends_[cell * max_size + jumps[cell]];
    std::array<std::uint8_t, 64 * words> fresh;
    std::fill_n(fresh.begin(), goal_ + 1, std::uint8_t{1});
    std::array<std::uint16_t, 64 * words + 4> queue;
    queue[0] = 0;
    fresh[0] = 0;
    std::uint32_t at = 0;
    std::uint32_t tail = 1;
    for (std::int32_t distance = 1; at < tail; ++distance) {
      for (const std::uint32_t level_end = tail; at < level_end; ++at) {
        // All are read before any is written, so that no read waits for a write.
        const Ends& next = ends[queue[at]];
        Ends is_fresh;
        for (std::size_t i = 0; i < next.size(); ++i) is_fresh[i] = fresh[next[i]];
        for (const std::uint16_t end : next) fresh[end] = 0;
        for (std::size_t i = 0; i < next.size(); ++i) {
          queue[tail] = next[i];
          tail += is_fresh[i];
        }
      }
      if (fresh[goal_] == 0) return distance;
    }
    return static_cast<std::int32_t>(tail) - static_cast<std::int32_t>(goal_ + 1);
  }

 private:
  using Ends = std::array<std::uint16_t, 4>;

  std::uint32_t goal_;
  std::vector<Ends> ends_;  // [cell * max_size + jump]
};

enum Way : std::int64_t { ours, loop, looked_up };

void redraw(Maze& maze, Random& random) {
  const std::uint32_t cell = random.below(maze.goal());
  maze.jumps[cell] = static_cast<std::uint8_t>(1 + random.below(longest_jump(maze.size, cell)));
}

Maze random_maze(std::uint32_t size, Random& random) {
  Maze maze(size);
  for (std::uint32_t cell = 0; cell < maze.goal(); ++cell) {
    maze.jumps[cell] = static_cast<std::uint8_t>(1 + random.below(longest_jump(size, cell)));
  }
  return maze;
}

/// Makes steps of hill climbing: a step draws one cell anew, and keeps it where the maze is no worse.
template <std::uint32_t words>
Maze climb(Maze maze, std::uint32_t steps, const Evaluation<words>& evaluation, Random& random) {
  std::int32_t value = evaluation(jumps_of<words>(maze));
  for (std::uint32_t step = 0; step < steps; ++step) {
    Maze other = maze;
    redraw(other, random);
    const std::int32_t other_value = evaluation(jumps_of<words>(other));
    if (other_value < value) continue;
    value = other_value;
    maze = std::move(other);
  }
  return maze;
}

/// An iteration evaluates so many different mazes, so that the processor cannot learn the branches of one.
constexpr std::uint32_t maze_count = 2048;
constexpr std::uint32_t climbs = 128;

/// The arguments are the way of evaluation and a number of steps. Without steps the mazes are random;
/// otherwise they are neighbours, with one cell drawn anew, of mazes after so many steps of hill climbing.
template <std::uint32_t size, std::uint32_t steps>
void evaluation(benchmark::State& state) {
  constexpr std::uint32_t words = words_for(size);
  Random random(size);
  const Evaluation<words> evaluation(size);
  const LookedUpQueue<words> looked_up_queue(size);
  std::vector<Maze> mazes;
  Maze climbed = random_maze(size, random);
  while (mazes.size() < maze_count) {
    Maze maze = random_maze(size, random);
    if (steps > 0) {
      if (mazes.size() % (maze_count / climbs) == 0) climbed = climb(maze, steps, evaluation, random);
      maze = climbed;
      redraw(maze, random);
    }
    mazes.push_back(std::move(maze));
  }
  std::vector<Jumps<words>> genomes;
  double value = 0;
  for (const Maze& maze : mazes) {
    genomes.push_back(jumps_of<words>(maze));
    const std::int32_t expected = queue_over_grid(maze);
    if (evaluation(genomes.back()) != expected || looked_up_queue(genomes.back()) != expected) {
      return state.SkipWithError("they disagree");
    }
    value += expected;
  }
  std::int32_t sum = 0;
  for (auto _ : state) {
    if (state.range(0) == ours) {
      for (const auto& genome : genomes) sum += evaluation(genome);
    } else if (state.range(0) == looked_up) {
      for (const auto& genome : genomes) sum += looked_up_queue(genome);
    } else {
      for (const Maze& maze : mazes) sum += queue_over_grid(maze);
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(maze_count));
  state.counters["value"] = value / maze_count;
}

template <std::uint32_t size>
void register_size() {
  const std::string of_size = "/size:" + std::to_string(size);
  benchmark::RegisterBenchmark(("random" + of_size).c_str(), evaluation<size, 0>)
      ->ArgName("loop")
      ->Arg(ours)
      ->Arg(loop)
      ->Arg(looked_up);
  benchmark::RegisterBenchmark(("climbed" + of_size).c_str(), evaluation<size, 5000>)
      ->ArgName("loop")
      ->Arg(ours)
      ->Arg(loop)
      ->Arg(looked_up);
}

}  // namespace

int main(int argc, char** argv) {
  register_size<5>();
  register_size<7>();
  register_size<9>();
  register_size<11>();
  register_size<15>();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
