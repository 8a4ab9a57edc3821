#include "puzzles/jump_maze/distances.hpp"

#include "puzzles/jump_maze/formats.hpp"

#include <algorithm>
#include <queue>

namespace skerry::jump_maze {

Distances distances_of(const Maze& maze) {
  Distances distances;
  distances.jumps.assign(maze.jumps.size(), unreachable);
  distances.jumps[0] = 0;
  std::vector<std::uint32_t> before(maze.jumps.size());
  std::queue<std::uint32_t> queue({0});
  for (; !queue.empty(); queue.pop()) {
    const std::uint32_t cell = queue.front();
    // The goal's number 0 leads only to itself.
    for_each_end(maze.size, cell, maze.jumps[cell], [&](std::uint32_t end) {
      if (distances.jumps[end] != unreachable) return;
      distances.jumps[end] = distances.jumps[cell] + 1;
      before[end] = cell;
      queue.push(end);
    });
  }
  if (distances.jumps[maze.goal()] != unreachable) {
    for (std::uint32_t cell = maze.goal(); cell != 0; cell = before[cell]) distances.path.push_back(cell);
    distances.path.push_back(0);
    std::ranges::reverse(distances.path);
  }
  return distances;
}

std::int32_t value_of(std::span<const std::uint32_t> distances) {
  return static_cast<std::int32_t>(
      distances.back() != unreachable ? distances.back() : -std::ranges::count(distances, unreachable));
}

std::string distance_text(std::uint32_t size, std::span<const std::uint32_t> distances) {
  std::vector<std::string> words;
  for (const std::uint32_t jumps : distances) {
    words.push_back(jumps == unreachable ? "X" : std::to_string(jumps));
  }
  return grid_text(size, words);
}

}  // namespace skerry::jump_maze
