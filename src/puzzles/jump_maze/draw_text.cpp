#include "puzzles/jump_maze/distances.hpp"
#include "puzzles/jump_maze/draw.hpp"
#include "puzzles/jump_maze/formats.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace skerry::jump_maze {

namespace {

char direction(std::uint32_t size, std::uint32_t from, std::uint32_t to) {
  if (from / size == to / size) return from < to ? 'R' : 'L';
  return from < to ? 'D' : 'U';
}

std::string legend(const Maze& maze, const Distances& distances) {
  if (distances.path.empty()) {
    return "( ) cannot be reached, the goal among them\n";
  }
  std::string directions;
  for (std::size_t step = 1; step < distances.path.size(); ++step) {
    directions += direction(maze.size, distances.path[step - 1], distances.path[step]);
  }
  std::string text =
      fmt::format("[ ] {} jumps up, down, left and right: {}\n", distances.path.size() - 1, directions);
  if (std::ranges::count(distances.jumps, unreachable) > 0) text += "( ) cannot be reached\n";
  return text;
}

}  // namespace

std::string draw_text(const Maze& maze) {
  const Distances distances = distances_of(maze);
  const std::size_t width = std::to_string(std::ranges::max(maze.jumps)).size();
  std::vector<std::string> words;
  for (std::size_t cell = 0; cell < maze.jumps.size(); ++cell) {
    const bool out = distances.jumps[cell] == unreachable;
    words.push_back(fmt::format("{0}{1:>{2}}{3}", out ? '(' : ' ', maze.jumps[cell], width, out ? ')' : ' '));
  }
  for (const std::uint32_t cell : distances.path) {
    words[cell].front() = '[';
    words[cell].back() = ']';
  }
  return grid_text(maze.size, words) + legend(maze, distances);
}

}  // namespace skerry::jump_maze
