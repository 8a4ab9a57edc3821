#include "puzzles/jump_maze/published.hpp"

#include "puzzles/jump_maze/distances.hpp"

#include <algorithm>
#include <array>

namespace skerry::jump_maze {

namespace {

constexpr std::uint32_t most_cells = max_size * max_size;
constexpr std::uint32_t most_entries = 2 * most_cells;

/// Entries of the queue that repeat a cell at the same depth change nothing and are left out; their number
/// would grow like that of the shortest paths. A cell then enters at two depths at most: that of its first
/// entry, which is taken out and marked as seen, and the next.
class Search {
 public:
  Search(std::uint32_t size, std::span<const std::uint8_t> jumps) : cell_count_(size * size) {
    std::fill_n(numbers_.begin(), cell_count_, unreachable);
    std::array<bool, most_cells> seen{};
    std::array<std::uint16_t, most_entries> queue{};
    std::array<std::uint16_t, most_cells> queued_at{};
    numbers_[0] = 0;
    std::uint32_t end = 1;
    std::uint32_t at = 0;
    for (std::uint16_t depth = 1; at < end; ++depth) {
      for (const std::uint32_t level_end = end; at < level_end; ++at) {
        const std::uint32_t cell = queue[at];
        seen[cell] = true;
        for_each_end(size, cell, jumps[cell], [&](std::uint32_t next) {
          if (seen[next]) return;
          numbers_[next] = depth;
          if (queued_at[next] == depth) return;
          queued_at[next] = depth;
          queue[end++] = static_cast<std::uint16_t>(next);
        });
      }
    }
  }

  std::span<const std::uint32_t> numbers() const { return std::span(numbers_).first(cell_count_); }

 private:
  std::uint32_t cell_count_;
  std::array<std::uint32_t, most_cells> numbers_;
};

}  // namespace

std::vector<std::uint32_t> published_distances(const Maze& maze) {
  const Search search(maze.size, maze.jumps);
  return {search.numbers().begin(), search.numbers().end()};
}

std::int32_t published_value(std::uint32_t size, std::span<const std::uint8_t> jumps) {
  return value_of(Search(size, jumps).numbers());
}

}  // namespace skerry::jump_maze
