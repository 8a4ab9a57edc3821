#pragma once

#include "puzzles/qap/blocks.hpp"
#include "puzzles/qap/instance.hpp"
#include "puzzles/qap/swap_loops.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace skerry::qap {

/// The changes of the cost by all swaps of two entries of an order, kept up to date while swaps are made
/// (Taillard 1991). A swap costs one or two multiplications for each pair that it does not touch, and n times
/// as many for each of the others. If one of the matrices is symmetric, only the symmetric part of the other
/// one counts, and there is half the work. Number is int32 or int64.
template <typename Number>
class SwapTable {
 public:
  /// Returns whether all numbers of the table of an instance can be represented.
  static bool fits(const Instance& instance);

  explicit SwapTable(const Instance& instance);

  /// Computes all changes, in some n^3 steps.
  void start(Order order);
  /// Follows a swap of the entries at two different places.
  void swap(std::uint32_t r, std::uint32_t s);

  /// Returns the change by a swap of the entries at places r < s.
  Number change(std::uint32_t r, std::uint32_t s) const { return changes_.at(r, s); }
  /// Returns the square of the changes, of which the entries r < s alone have a meaning.
  const BlockSquare<Number>& changes() const { return changes_; }

 private:
  /// A pair of matrices: the cost is half of what these and the transposed ones cost together.
  struct Part {
    BlockSquare<Number> first;      // [place][place]
    BlockSquare<Number> second;     // [place][place], by the entries that the order has there
    std::vector<Number> unordered;  // the second matrix as it is, row by row
  };

  void examine(std::uint32_t place);

  std::size_t size_;
  const SwapLoops<Number>* loops_;
  std::vector<Part> parts_;  // one if it is symmetric; else the second one is the first transposed
  BlockRow<Number> first_diagonal_;
  BlockRow<Number> second_diagonal_;
  BlockSquare<Number> changes_;
  BlockRow<Number> x_, y_;  // scratch: differences of two rows
};

extern template class SwapTable<std::int32_t>;
extern template class SwapTable<std::int64_t>;

}  // namespace skerry::qap
