#pragma once

#include "puzzles/jump_maze/jump_ends.hpp"
#include "puzzles/jump_maze/jumps.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>

namespace skerry::jump_maze {

/// Computes the values of mazes of one size (see value_of), by a breadth-first search on sets of cells.
template <std::uint32_t words>
class Evaluation {
 public:
  explicit Evaluation(std::uint32_t size) : Evaluation(size, std::make_shared<const JumpEnds<words>>(size)) {}
  Evaluation(std::uint32_t size, std::shared_ptr<const JumpEnds<words>> ends)
      : goal_(goal_of(size)), ends_(std::move(ends)) {
    for (std::uint32_t cell = 1; cell <= goal_; ++cell) insert(but_start_, cell);
  }

  std::int32_t operator()(const Jumps<words>& jumps) const {
    CellSet<words> unseen = but_start_;
    CellSet<words> frontier{1};
    const auto ends = [&](std::uint32_t cell) -> const CellSet<words>& {
      return (*ends_)(cell, jumps[cell]);
    };
    for (std::int32_t distance = 1;; ++distance) {
      const bool any = expand(frontier, unseen, ends);
      if (!contains(unseen, goal_)) return distance;
      if (!any) return -count(unseen);
    }
  }

 private:
  static std::int32_t count(const CellSet<words>& cells) {
    std::int32_t sum = 0;
    for (const std::uint64_t word : cells) sum += std::popcount(word);
    return sum;
  }

  std::uint32_t goal_;
  CellSet<words> but_start_{};
  std::shared_ptr<const JumpEnds<words>> ends_;
};

}  // namespace skerry::jump_maze
