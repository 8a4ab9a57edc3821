#pragma once

#include "skerry/random.hpp"

#include "puzzles/jump_maze/maze.hpp"

#include <array>
#include <cstdint>
#include <memory>

namespace skerry::jump_maze {

/// Gives random cells new numbers, with probabilities proportional to exp(value / temperature): annealing by
/// the heat bath (Gibbs sampler) of Geman and Geman 1984. Two breadth-first searches, from the start and back
/// from the goal, give the value for every number of a cell.
template <std::uint32_t words>
class HeatBath {
 public:
  /// `temperature`, in jumps and above 0, is the first one; the last one is a fifth of it.
  HeatBath(std::uint32_t size, double temperature)
      : HeatBath(size, temperature, std::make_shared<const JumpEnds<words>>(size)) {}
  HeatBath(std::uint32_t size, double temperature, std::shared_ptr<const JumpEnds<words>> ends);

  /// Each breadth-first search counts as an evaluation of `budget`. `jumps` and `value` become those of the
  /// best maze that was met, if it is better. Returns the evaluations made.
  std::uint64_t operator()(Jumps<words>& jumps, std::int32_t& value, std::uint64_t budget, Random& random);

 private:
  using Cells = CellSet<words>;
  static constexpr std::uint32_t never = 1U << 30;
  static constexpr double coldest = 0.2;  // the last temperature, as a share of the first
  static constexpr std::uint64_t coolings =
      100;  // the number of steps from the first temperature to the last

  /// Numbers of jumps from the start, to the goal and to the present cell, without a jump from that cell.
  struct Outward {
    std::uint32_t to_goal = never;
    std::uint32_t to_cell = never;
  };
  Outward search_from_start(std::uint32_t cell) const;
  /// The jumps to the goal from the end of each jump of the present cell, [jump], as far as they are below
  /// `limit`.
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
  std::array<double, 64 * words> weights_{};  // the weight of a number, [jumps less than the best]

  Jumps<words> jumps_;
  std::array<Cells, 64 * words> origins_{};  // [cell] the cells whose jumps end there
};

}  // namespace skerry::jump_maze
