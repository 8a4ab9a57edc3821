#pragma once

#include "skerry/random.hpp"

#include "puzzles/jump_maze/jump_ends.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace skerry::jump_maze {

/// A local search that gives one random cell after the other a new number, drawn from all that it may have
/// with probabilities proportional to exp(value / temperature), while the temperature falls: annealing by the
/// heat bath (Gibbs sampler) of Geman and Geman 1984. What the maze is worth with each number takes two
/// breadth-first searches in all: from the start and back from the goal, both without a jump from that cell.
template <std::uint32_t words>
class HeatBath {
 public:
  /// `temperature`, in jumps and above 0, is that of the beginning; at the end it is a fifth of it.
  HeatBath(std::uint32_t size, double temperature)
      : HeatBath(size, temperature, std::make_shared<const JumpEnds<words>>(size)) {}
  HeatBath(std::uint32_t size, double temperature, std::shared_ptr<const JumpEnds<words>> ends);

  /// At most `budget` evaluations, as which each breadth-first search counts; returns how many it made.
  /// `jumps` become the best maze that was met, where it is better, and `value` what that is worth.
  std::uint64_t operator()(Jumps<words>& jumps, std::int32_t& value, std::uint64_t budget, Random& random);

 private:
  using Cells = CellSet<words>;
  static constexpr std::uint32_t never = 1U << 30;
  static constexpr double coldest = 0.2;          // the temperature at the end, as a share of the first
  static constexpr std::uint64_t coolings = 100;  // from one to the other

  /// Numbers of jumps, where the cell looked at has none: from the start to the goal and to that cell.
  struct Outward {
    std::uint32_t to_goal = never;
    std::uint32_t to_cell = never;
  };
  Outward search_from_start(std::uint32_t cell) const;
  /// [jump] of the cell looked at: from where it ends to the goal, as far as that is below `limit`.
  using Homeward = std::array<std::uint32_t, max_size>;
  Homeward search_from_goal(std::uint32_t cell, std::uint32_t limit) const;

  void heat_to(double temperature);
  std::uint32_t draw(std::uint32_t cell, const Outward& outward, const Homeward& homeward, Random& random,
                     std::uint32_t& to_goal);
  void connect(std::uint32_t cell);
  void set(std::uint32_t cell, std::uint32_t jump);

  std::uint32_t goal_;
  std::shared_ptr<const JumpEnds<words>> ends_;
  Cells but_start_;
  Cells but_goal_;
  double temperature_;
  std::array<double, 64 * words> weights_{};  // [how much less than the best] of a number

  Jumps<words> jumps_;
  std::array<Cells, 64 * words> origins_{};  // [cell] those whose jumps end there
};

}  // namespace skerry::jump_maze
