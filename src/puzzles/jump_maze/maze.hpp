#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace skerry::jump_maze {

constexpr std::uint32_t least_size = 2;
constexpr std::uint32_t max_size = 22;

/// The goal is opposite to the start, which is cell 0. Cells are numbered row by row from 0.
constexpr std::uint32_t goal_of(std::uint32_t size) {
  return size * size - 1;
}

constexpr std::uint32_t longest_jump(std::uint32_t size, std::uint32_t cell) {
  const std::uint32_t row = cell / size;
  const std::uint32_t column = cell % size;
  return std::max({row, size - 1 - row, column, size - 1 - column});
}

/// A number-jump maze. From a cell, a player jumps exactly as many cells as its number says, up, down, left
/// or right, inside the grid. The start is top left, the goal bottom right.
struct Maze {
  explicit Maze(std::uint32_t size_of_side) : size(size_of_side), jumps(std::size_t{size} * size) {}

  std::uint32_t goal() const { return goal_of(size); }

  std::uint32_t size;               ///< least_size to max_size
  std::vector<std::uint8_t> jumps;  ///< [size * size] 1 to longest_jump of the cell; 0 in the goal

  friend bool operator==(const Maze&, const Maze&) = default;
};

/// Visits ends inside the grid in the order right, left, down, up.
template <typename Visit>
constexpr void for_each_end(std::uint32_t size, std::uint32_t cell, std::uint32_t jump, Visit visit) {
  const std::uint32_t row = cell / size;
  const std::uint32_t column = cell % size;
  if (column + jump < size) visit(cell + jump);
  if (column >= jump) visit(cell - jump);
  if (row + jump < size) visit(cell + size * jump);
  if (row >= jump) visit(cell - size * jump);
}

/// Returns a text such as "row 2 column 5", counted from 1.
std::string cell_name(std::uint32_t size, std::uint32_t cell);

/// 1 up to size 8, 2 up to 11, 4 up to 16, 8 up to 22.
constexpr std::uint32_t words_for(std::uint32_t size) {
  return std::bit_ceil((size * size + 63) / 64);
}

/// The numbers of a maze as a genome holds them, row by row; 0 for the goal and for places beyond the maze.
template <std::uint32_t words>
struct Jumps {
  static constexpr std::uint32_t most_cells = 64 * words;

  std::array<std::uint8_t, most_cells> values{};

  std::uint8_t& operator[](std::size_t cell) { return values[cell]; }
  std::uint8_t operator[](std::size_t cell) const { return values[cell]; }
  friend bool operator==(const Jumps&, const Jumps&) = default;
};

template <std::uint32_t words>
Jumps<words> jumps_of(const Maze& maze) {
  Jumps<words> jumps;
  std::ranges::copy(maze.jumps, jumps.values.begin());
  return jumps;
}

template <std::uint32_t words>
Maze maze_of(std::uint32_t size, const Jumps<words>& jumps) {
  Maze maze(size);
  std::copy_n(jumps.values.begin(), maze.jumps.size(), maze.jumps.begin());
  return maze;
}

/// A set of cells: bit i % 64 of word i / 64 stands for cell i.
template <std::uint32_t words>
using CellSet = std::array<std::uint64_t, words>;

template <std::size_t words>
constexpr void insert(std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  cells[cell / 64] |= std::uint64_t{1} << (cell % 64);
}
template <std::size_t words>
constexpr void remove(std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  cells[cell / 64] &= ~(std::uint64_t{1} << (cell % 64));
}
template <std::size_t words>
constexpr bool contains(const std::array<std::uint64_t, words>& cells, std::uint32_t cell) {
  return (cells[cell / 64] >> (cell % 64) & 1U) != 0;
}

/// Visits cells in ascending order.
template <std::size_t words, typename Visit>
constexpr void for_each_cell(const std::array<std::uint64_t, words>& cells, Visit visit) {
  // The loop is unrolled, so that small sets stay in registers.
#pragma GCC unroll 8
  for (std::uint32_t word = 0; word < words; ++word) {
    for (std::uint64_t rest = cells[word]; rest != 0; rest &= rest - 1) {
      visit(64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
    }
  }
}

/// The frontier becomes those neighbours of its cells that are `unseen`, and these are removed from `unseen`;
/// `neighbours(cell)` is a set. Returns false if the new frontier is empty.
template <std::size_t words, typename Neighbours>
constexpr bool expand(std::array<std::uint64_t, words>& frontier, std::array<std::uint64_t, words>& unseen,
                      const Neighbours& neighbours) {
  std::array<std::uint64_t, words> next{};
  for_each_cell(frontier, [&](std::uint32_t cell) {
    const std::array<std::uint64_t, words>& ends = neighbours(cell);
    for (std::uint32_t at = 0; at < words; ++at) next[at] |= ends[at];
  });
  std::uint64_t any = 0;
  for (std::uint32_t at = 0; at < words; ++at) {
    frontier[at] = next[at] & unseen[at];
    unseen[at] &= ~next[at];
    any |= frontier[at];
  }
  return any != 0;
}

template <std::uint32_t words>
class JumpEnds {
 public:
  explicit JumpEnds(std::uint32_t size) {
    for (std::uint32_t cell = 0; cell < goal_of(size); ++cell) {
      // The shortest jump is 1.
      first_[cell] = static_cast<std::uint32_t>(ends_.size()) - 1;
      longest_[cell] = static_cast<std::uint8_t>(longest_jump(size, cell));
      for (std::uint32_t jump = 1; jump <= longest_[cell]; ++jump) {
        CellSet<words>& ends = ends_.emplace_back();
        for_each_end(size, cell, jump, [&](std::uint32_t end) { insert(ends, end); });
      }
    }
  }

  /// Returns 0 for the goal and for cells beyond the maze.
  std::uint32_t longest(std::uint32_t cell) const { return longest_[cell]; }

  /// Returns the ends of a jump; `jump` is from 1 to the longest of the cell, which is not the goal.
  const CellSet<words>& operator()(std::uint32_t cell, std::uint32_t jump) const {
    return ends_[first_[cell] + jump];
  }

 private:
  std::vector<CellSet<words>> ends_;  // [first_[cell] + jump]
  std::array<std::uint32_t, Jumps<words>::most_cells> first_{};
  Jumps<words> longest_;
};

constexpr std::uint32_t unreachable = UINT32_MAX;

struct Distances {
  std::vector<std::uint32_t> jumps;  ///< [size * size] least number of jumps to each cell, or unreachable
  std::vector<std::uint32_t> path;   ///< the cells of a shortest path, start and goal included; empty if
                                     ///< the goal cannot be reached
};

/// Makes the reference evaluation: a breadth-first search with a queue.
Distances distances_of(const Maze& maze);

/// Returns the number of jumps to the goal or, if it cannot be reached, minus the number of cells that
/// cannot, the goal among them.
std::int32_t value_of(std::span<const std::uint32_t> distances);

/// `distances` are [size * size]; X stands for cells that cannot be reached.
std::string distance_text(std::uint32_t size, std::span<const std::uint32_t> distances);

struct Structure {
  std::uint32_t cells_reached = 0;  ///< the start among them
  /// Reached cells from which the goal cannot be reached: the "black holes" of Neller, Fisher, Choga, Lalvani
  /// and McCarty, "Rook Jumping Maze Design Considerations", 2010. 0 if the goal cannot be reached.
  std::uint32_t dead_ends = 0;
  /// The most successive jumps in one direction on any shortest path. 0 if the goal cannot be reached.
  std::uint32_t longest_line = 0;

  friend bool operator==(const Structure&, const Structure&) = default;
};

/// Searches from the start, back from the goal, and over the shortest paths. Allocates nothing.
template <std::uint32_t words>
class StructureSearch {
 public:
  /// `ends` are those of `size`.
  StructureSearch(std::uint32_t size, std::shared_ptr<const JumpEnds<words>> ends);

  Structure operator()(const Jumps<words>& jumps);

 private:
  using Cells = CellSet<words>;
  static constexpr std::uint32_t most_cells = Jumps<words>::most_cells;

  /// Returns the number of levels.
  std::uint32_t search_from_start(const Jumps<words>& jumps, Cells& reached);
  std::uint32_t count_dead_ends(const Cells& reached) const;
  /// Reduces each level up to that of the goal to the cells of shortest paths, and returns that level.
  std::uint32_t keep_shortest_paths(std::uint32_t levels);
  std::uint32_t longest_line(const Jumps<words>& jumps, std::uint32_t goal_level);

  std::uint32_t size_;
  std::uint32_t goal_;
  std::shared_ptr<const JumpEnds<words>> ends_;
  Cells all_{};
  std::array<Cells, most_cells> levels_{};   // [jumps from the start] the cells there
  std::array<Cells, most_cells> origins_{};  // [cell] the cells reached whose jumps end there
  /// [cell][direction] the most jumps in that direction with which a shortest path comes there.
  std::array<std::array<std::uint8_t, 4>, most_cells> lines_{};
};

}  // namespace skerry::jump_maze
