#pragma once

#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Draws the positions of a genome that a mutation changes, each independently with one probability. It draws
/// their number from the binomial distribution, and then that many different positions, which has the same
/// distribution and takes time proportional to the number of changes.
class Sites {
 public:
  /// `length` is the number of positions of the genome; `rate`, the probability of each, lies in [0, 1].
  Sites(std::size_t length, double rate);
  /// Returns the probability of each position.
  double rate() const { return rate_; }

  /// From now on takes all positions at a rate of 1 without drawing any. By default they are drawn there,
  /// too, since the random numbers that follow would be others.
  void take_all_at_one() { takes_all_ = rate_ == 1; }

  /// Calls visit(position) for each position that is drawn, in no particular order.
  template <typename Visit>
  void operator()(Random& random, Visit visit) {
    if (takes_all_) {
      for (std::uint32_t position = 0; position < length_; ++position) visit(position);
      return;
    }
    const std::uint32_t count = draw_count(random);
    if (count > few) {
      for (const std::uint32_t position : draw_many(count, random)) visit(position);
      return;
    }
    std::array<std::uint32_t, few> chosen;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::uint32_t position = random.below(length_);
      while (std::find(chosen.begin(), chosen.begin() + i, position) != chosen.begin() + i)
        position = random.below(length_);
      chosen[i] = position;
      visit(position);
    }
  }

 private:
  static constexpr std::uint32_t few = 16;
  std::uint32_t draw_count(Random& random) const {
    const std::uint32_t draw = random();
    std::uint32_t count = 0;
    while (draw >= cumulative_[count]) ++count;
    return count;
  }
  std::span<const std::uint32_t> draw_many(std::uint32_t count, Random& random);

  std::uint32_t length_;
  double rate_;
  bool takes_all_ = false;
  std::vector<std::uint64_t> cumulative_;  // [count] 2^32 x the probability of at most that many
  std::vector<std::uint32_t> positions_;
};

}  // namespace skerry
