#pragma once

#include "skerry/random.hpp"

#include "puzzles/sudoku/boxes.hpp"

#include <array>
#include <cstdint>

namespace skerry::sudoku {

/// Local search over grids whose boxes are permutations. It swaps two free cells of a box where both allow
/// it, and accepts by the rule of Metropolis at one temperature (Lewis, "Metaheuristics can solve sudoku
/// puzzles", Journal of Heuristics 13, 2007, anneals over the same neighbourhood).
template <std::uint32_t order>
class SwapSearch {
 public:
  /// A swap that costs one point of fitness is taken with probability exp(-1 / temperature); `temperature` is
  /// above 0. The boxes must outlive this object.
  SwapSearch(const Boxes<order>& boxes, double temperature);

  /// Searches until the grid is solved or `budget` swaps have been evaluated. Leaves the best grid found,
  /// which is no worse than the first; returns the budget used.
  std::uint64_t operator()(Cells<order>& cells, std::uint32_t& fitness, std::uint64_t budget,
                           Random& random) const;

 private:
  const Boxes<order>& boxes_;
  std::array<std::uint64_t, 5> thresholds_{};  // [points lost] 2^32 x the probability that a swap is taken
};

}  // namespace skerry::sudoku
