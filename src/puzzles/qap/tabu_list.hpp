#pragma once

#include "puzzles/qap/blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

namespace skerry::qap {

/// The step until which facilities must not return to places that they have left (Taillard 1991), in the form
/// in which a search over all pairs of facilities needs it: by the facility that is at the place now. A swap
/// is tabu while both facilities must not take the other one's place. Number is int32 or int64.
template <typename Number>
class TabuList {
 public:
  explicit TabuList(std::size_t size) : size_(size), until_(size * size), both_(size) {
    for (std::size_t row = 0; row < size; ++row)
      std::fill_n(both_.row(row), both_.blocks() * block_length, std::numeric_limits<Number>::max());
  }

  /// Forgets everything. The steps that are set are different ones before 0, so that swaps that were never
  /// made do not fall due at the same time.
  void start() {
    for (std::size_t i = 0; i < until_.size(); ++i) until_[i] = -static_cast<Number>(i);
    for (std::size_t facility = 0; facility < size_; ++facility) renew(facility);
  }

  /// Follows a swap of two facilities, of which neither returns before its step.
  void swap(std::size_t r, std::size_t s, Number until_r, Number until_s) {
    for (std::size_t row = 0; row < size_; ++row) std::swap(until_[row * size_ + r], until_[row * size_ + s]);
    until_[r * size_ + s] = until_r;
    until_[s * size_ + r] = until_s;
    renew(r);
    renew(s);
  }

  /// Returns the steps until which swaps of facilities r < s are tabu; other entries are the greatest number.
  const BlockSquare<Number>& both() const { return both_; }

 private:
  void renew(std::size_t facility) {
    const auto both = [&](std::size_t other) {
      return std::min(until_[facility * size_ + other], until_[other * size_ + facility]);
    };
    for (std::size_t other = 0; other < facility; ++other) both_.at(other, facility) = both(other);
    for (std::size_t other = facility + 1; other < size_; ++other) both_.at(facility, other) = both(other);
  }

  std::size_t size_;
  std::vector<Number> until_;  // [facility][facility at the place]
  BlockSquare<Number> both_;
};

}  // namespace skerry::qap
