#pragma once

#include "skerry/problems/jump_maze/cell_set.hpp"
#include "skerry/problems/jump_maze/jumps.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace skerry::jump_maze {

/// Where jumps may end, for each cell of a maze of one size and each number it may have.
template <std::uint32_t words>
class JumpEnds {
 public:
  explicit JumpEnds(std::uint32_t size) {
    for (std::uint32_t cell = 0; cell < goal_of(size); ++cell) {
      // Jumps begin with 1.
      first_[cell] = static_cast<std::uint32_t>(ends_.size()) - 1;
      for (std::uint32_t jump = 1; jump <= longest_jump(size, cell); ++jump) {
        CellSet<words>& ends = ends_.emplace_back();
        for_each_end(size, cell, jump, [&](std::uint32_t end) { insert(ends, end); });
      }
    }
  }

  /// `jump` is from 1 to the longest_jump of the cell, which is not the goal.
  const CellSet<words>& operator()(std::uint32_t cell, std::uint32_t jump) const {
    return ends_[first_[cell] + jump];
  }

 private:
  std::vector<CellSet<words>> ends_;  // [first_[cell] + jump]
  std::array<std::uint32_t, Jumps<words>::most_cells> first_{};
};

}  // namespace skerry::jump_maze
