#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace skerry {

/// A tree pays if the parts are short: messages then cost the root more than the bytes cost the others.
constexpr bool gathers_by_tree(std::size_t total_bytes, std::size_t ranks) {
  return total_bytes / ranks <= std::size_t{16} * 1024;
}

/// Rank 0 is the root; children differ in one binary digit below the lowest one: subtrees are consecutive.
class BinomialTree {
 public:
  explicit BinomialTree(std::size_t ranks) : ranks_(ranks) {}

  /// Returns the rank after the last one of a subtree.
  std::size_t end_of(std::size_t rank) const { return std::min(ranks_, rank + width(rank)); }
  std::size_t parent_of(std::size_t rank) const { return rank - width(rank); }
  std::vector<std::size_t> children_of(std::size_t rank) const {
    std::vector<std::size_t> children;
    for (std::size_t step = 1; step < width(rank) && rank + step < ranks_; step *= 2)
      children.push_back(rank + step);
    return children;
  }

 private:
  std::size_t width(std::size_t rank) const {
    return rank == 0 ? std::bit_ceil(ranks_) : std::size_t{1} << std::countr_zero(rank);
  }

  std::size_t ranks_;
};

}  // namespace skerry
