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
  void take_all_at_one() {
    takes_all_ = rate_ == 1;
    usually_few_ = usually_few_ && !takes_all_;
  }

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

  /// The positions of a mutation that changes few.
  struct Few {
    static constexpr std::uint32_t most = 3;
    std::array<std::uint32_t, most> positions;  ///< those from `count` on are positions that do not change
    std::uint32_t count;
  };
  /// Draws the positions as operator() does, if they are few and no number has to be drawn anew; otherwise
  /// takes no random number and returns false. No branch depends on how many there are, which no processor
  /// could foresee.
  [[gnu::always_inline]] bool draw_few(Random& random, Few& few_positions) const {
    if (!usually_few_ || random.ready() < 1 + Few::most) [[unlikely]]
      return false;
    const std::uint32_t draw = random.peek(0);
    few_positions.count = 0;
    for (std::uint32_t i = 0; i < Few::most; ++i) few_positions.count += draw > last_draws_[i] ? 1 : 0;
    bool again = draw > last_draws_[Few::most];
    for (std::uint32_t i = 0; i < Few::most; ++i) {
      const std::uint64_t product = std::uint64_t{random.peek(1 + i)} * length_;
      again |= static_cast<std::uint32_t>(product) < length_;
      few_positions.positions[i] = static_cast<std::uint32_t>(product >> 32);
    }
    const auto& [a, b, c] = few_positions.positions;
    again |= a == b || a == c || b == c;
    if (again) [[unlikely]]
      return false;
    random.take(1 + few_positions.count);
    return true;
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
  bool usually_few_ = false;
  std::array<std::uint32_t, Few::most + 1>
      last_draws_{};                       // [count] the last draw that gives at most that many
  std::vector<std::uint64_t> cumulative_;  // [count] 2^32 x the probability of at most that many
  std::vector<std::uint32_t> positions_;
};

}  // namespace skerry
