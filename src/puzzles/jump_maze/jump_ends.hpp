#pragma once

#include "puzzles/jump_maze/cell_set.hpp"
#include "puzzles/jump_maze/jumps.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace skerry::jump_maze {

/// The numbers that each cell of a maze of one size may have, and the ends of their jumps.
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

  /// Returns the largest number of the cell; 0 for the goal and for cells beyond the maze.
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

}  // namespace skerry::jump_maze
