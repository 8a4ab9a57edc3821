#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <vector>

namespace skerry {

/// A tree pays if the parts are short: messages then cost the root more than the bytes cost the others.
constexpr bool gathers_by_tree(std::size_t total_bytes, std::size_t ranks) {
  return total_bytes / ranks <= std::size_t{16} * 1024;
}

/// The root has place 0; children differ in one binary digit below the lowest one: subtrees are consecutive.
class BinomialTree {
 public:
  BinomialTree(std::size_t ranks, std::size_t root) : ranks_(ranks), root_(root) {}

  std::size_t place_of(std::size_t rank) const { return (rank + ranks_ - root_) % ranks_; }
  std::size_t rank_at(std::size_t place) const { return (place + root_) % ranks_; }
  /// Returns the place after the last one of a subtree.
  std::size_t end_of(std::size_t place) const { return std::min(ranks_, place + width(place)); }
  std::size_t parent_of(std::size_t place) const { return place - width(place); }
  /// Returns the children in the order of their places.
  std::vector<std::size_t> children_of(std::size_t place) const {
    std::vector<std::size_t> children;
    for (std::size_t step = 1; step < width(place) && place + step < ranks_; step *= 2)
      children.push_back(place + step);
    return children;
  }

  /// Returns where the part of each place begins, and the end of the last one; `sizes` are by rank.
  std::vector<std::size_t> offsets(std::span<const std::size_t> sizes) const {
    std::vector<std::size_t> begin(ranks_ + 1);
    for (std::size_t place = 0; place < ranks_; ++place)
      begin[place + 1] = begin[place] + sizes[rank_at(place)];
    return begin;
  }

 private:
  std::size_t width(std::size_t place) const {
    return place == 0 ? std::bit_ceil(ranks_) : std::size_t{1} << std::countr_zero(place);
  }

  std::size_t ranks_;
  std::size_t root_;
};

}  // namespace skerry
