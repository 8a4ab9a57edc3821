#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry::jump_maze {

constexpr std::uint32_t least_size = 2;
constexpr std::uint32_t max_size = 22;

/// Returns the goal, in the corner opposite to the start, which is cell 0. Cells are numbered row by row from
/// 0.
constexpr std::uint32_t goal_of(std::uint32_t size) {
  return size * size - 1;
}

/// Returns the longest jump from a cell that ends inside a maze of that size.
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

/// Calls visit(cell) for each end of a jump of that length from a cell that is inside the grid: right, left,
/// down, up.
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

}  // namespace skerry::jump_maze
