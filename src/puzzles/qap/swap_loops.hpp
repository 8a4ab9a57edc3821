#pragma once

#include "skerry/detail/instruction_set.hpp"

#include "puzzles/qap/blocks.hpp"

namespace skerry::qap {

template <typename Number>
struct RowPair {
  const Number* first;
  const Number* second;
};

/// For each column v of a square of blocks, the least entry u, v with u < v that is admitted.
template <typename Number>
struct LeastOfColumns {
  Number* least;  // the greatest number if none is admitted
  Number* row;    // the first u that has it
};

template <typename Number>
struct SwapRules {
  Number now;      // the number of the step; swaps that are tabu until then or longer are not admitted,
  Number aspired;  // except for those that change the cost by less than this
  Number due;      // swaps that were last tabu before this step have waited too long
};

/// Integers alone are added, multiplied and compared, so that every set of instructions gives the same
/// results. Number is int32 or int64.
template <typename Number>
struct SwapLoops {
  /// Adds (x[u] - x[v]) (y[u] - y[v]) to the entry u, v of a square for all u < v. Entries u >= v have no
  /// meaning then.
  void (*add_products)(BlockSquare<Number>& square, const Number* x, const Number* y);
  /// Adds the sum of (a[k][u] - r.first[k]) (r.second[k] - b[k][u]) over all k to sums[u], for all u.
  void (*add_differences)(const BlockSquare<Number>& a, const BlockSquare<Number>& b, RowPair<Number> r,
                          Number* sums);
  /// Finds the least changes that are admitted. `until` is the greatest number where u >= v.
  void (*find_least)(const BlockSquare<Number>& changes, const BlockSquare<Number>& until,
                     const SwapRules<Number>& rules, LeastOfColumns<Number> columns);
};

/// The machine must have the instructions of the set.
template <typename Number>
const SwapLoops<Number>& swap_loops(InstructionSet set = instruction_set());

}  // namespace skerry::qap
