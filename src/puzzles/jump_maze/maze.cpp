#include "puzzles/jump_maze/maze.hpp"

#include "puzzles/jump_maze/formats.hpp"

#include <queue>
#include <utility>

#include <fmt/core.h>

namespace skerry::jump_maze {

std::string cell_name(std::uint32_t size, std::uint32_t cell) {
  return fmt::format("row {} column {}", cell / size + 1, cell % size + 1);
}

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

namespace {

template <std::size_t words>
std::uint32_t count_of(const std::array<std::uint64_t, words>& cells) {
  std::uint32_t sum = 0;
  for (const std::uint64_t word : cells) sum += static_cast<std::uint32_t>(std::popcount(word));
  return sum;
}

/// `direction` is 0 to 3; the ends are inside the grid.
template <typename Visit>
void for_each_direction(std::uint32_t size, std::uint32_t cell, std::uint32_t jump, Visit visit) {
  const std::uint32_t row = cell / size;
  const std::uint32_t column = cell % size;
  if (column + jump < size) visit(cell + jump, 0U);
  if (column >= jump) visit(cell - jump, 1U);
  if (row + jump < size) visit(cell + size * jump, 2U);
  if (row >= jump) visit(cell - size * jump, 3U);
}

}  // namespace

template <std::uint32_t words>
StructureSearch<words>::StructureSearch(std::uint32_t size, std::shared_ptr<const JumpEnds<words>> ends)
    : size_(size), goal_(goal_of(size)), ends_(std::move(ends)) {
  for (std::uint32_t cell = 0; cell <= goal_; ++cell) insert(all_, cell);
}

template <std::uint32_t words>
Structure StructureSearch<words>::operator()(const Jumps<words>& jumps) {
  Cells reached{};
  const std::uint32_t levels = search_from_start(jumps, reached);
  Structure structure{.cells_reached = count_of(reached)};
  if (!contains(reached, goal_)) return structure;
  structure.dead_ends = count_dead_ends(reached);
  structure.longest_line = longest_line(jumps, keep_shortest_paths(levels));
  return structure;
}

template <std::uint32_t words>
std::uint32_t StructureSearch<words>::search_from_start(const Jumps<words>& jumps, Cells& reached) {
  std::fill_n(origins_.begin(), goal_ + 1, Cells{});
  Cells unseen = all_;
  remove(unseen, 0);
  Cells frontier{1};
  std::uint32_t levels = 0;
  bool any = true;
  while (any) {
    levels_[levels++] = frontier;
    for (std::uint32_t at = 0; at < words; ++at) reached[at] |= frontier[at];
    // The goal has no jumps.
    remove(frontier, goal_);
    any = expand(frontier, unseen, [&](std::uint32_t cell) -> const Cells& {
      const Cells& ends = (*ends_)(cell, jumps[cell]);
      for_each_cell(ends, [&](std::uint32_t end) { insert(origins_[end], cell); });
      return ends;
    });
  }
  return levels;
}

template <std::uint32_t words>
std::uint32_t StructureSearch<words>::count_dead_ends(const Cells& reached) const {
  Cells lost = reached;
  remove(lost, goal_);
  Cells frontier{};
  insert(frontier, goal_);
  while (expand(frontier, lost, [this](std::uint32_t cell) -> const Cells& { return origins_[cell]; })) {
  }
  return count_of(lost);
}

template <std::uint32_t words>
std::uint32_t StructureSearch<words>::keep_shortest_paths(std::uint32_t levels) {
  std::uint32_t level = 0;
  while (level + 1 < levels && !contains(levels_[level], goal_)) ++level;
  const std::uint32_t goal_level = level;
  levels_[level] = {};
  insert(levels_[level], goal_);
  for (; level > 0; --level) {
    Cells before{};
    for_each_cell(levels_[level], [&](std::uint32_t cell) {
      for (std::uint32_t at = 0; at < words; ++at) before[at] |= origins_[cell][at];
    });
    for (std::uint32_t at = 0; at < words; ++at) levels_[level - 1][at] &= before[at];
  }
  return goal_level;
}

template <std::uint32_t words>
std::uint32_t StructureSearch<words>::longest_line(const Jumps<words>& jumps, std::uint32_t goal_level) {
  for (std::uint32_t level = 0; level <= goal_level; ++level)
    for_each_cell(levels_[level], [this](std::uint32_t cell) { lines_[cell] = {}; });
  std::uint32_t longest = 0;
  for (std::uint32_t level = 0; level < goal_level; ++level) {
    for_each_cell(levels_[level], [&](std::uint32_t cell) {
      for_each_direction(size_, cell, jumps[cell], [&](std::uint32_t end, std::uint32_t direction) {
        if (!contains(levels_[level + 1], end)) return;
        const auto line = static_cast<std::uint8_t>(lines_[cell][direction] + 1);
        lines_[end][direction] = std::max(lines_[end][direction], line);
        longest = std::max<std::uint32_t>(longest, line);
      });
    });
  }
  return longest;
}

template class StructureSearch<1>;
template class StructureSearch<2>;
template class StructureSearch<4>;
template class StructureSearch<8>;

}  // namespace skerry::jump_maze
