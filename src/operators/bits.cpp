#include "skerry/operators/bits.hpp"

#include <cmath>
#include <numeric>

namespace skerry {

BitFlip::BitFlip(std::size_t length, double rate) : length_(static_cast<std::uint32_t>(length)), rate_(rate) {
  const auto n = static_cast<double>(length);
  double sum = 0;
  for (std::uint32_t flips = 0; flips <= length_; ++flips) {
    const double k = flips;
    if (rate <= 0 || rate >= 1) {
      sum = rate <= 0 || flips == length_ ? 1 : 0;
    } else {
      sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) + k * std::log(rate) +
                      (n - k) * std::log1p(-rate));
    }
    cumulative_.push_back(static_cast<std::uint64_t>(std::min(std::max(sum, 0.0), 1.0) * 0x1p32));
    if (cumulative_.back() == std::uint64_t{1} << 32) break;
  }
  cumulative_.back() = std::uint64_t{1} << 32;
}

void BitFlip::flip_many(std::span<std::uint64_t> words, std::uint32_t flips, Random& random) {
  positions_.resize(length_);
  std::iota(positions_.begin(), positions_.end(), 0U);
  for (std::uint32_t flip = 0; flip < flips; ++flip) {
    std::swap(positions_[flip], positions_[flip + random.below(length_ - flip)]);
    words[positions_[flip] / 64] ^= std::uint64_t{1} << (positions_[flip] % 64);
  }
}

}  // namespace skerry
