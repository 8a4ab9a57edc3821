#include "skerry/operators/sites.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace skerry {
namespace {

/// std::lgamma() writes the sign to a variable that all threads share.
double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

}  // namespace

Sites::Sites(std::size_t length, double rate) : length_(static_cast<std::uint32_t>(length)), rate_(rate) {
  const auto n = static_cast<double>(length);
  double sum = 0;
  for (std::uint32_t count = 0; count <= length_; ++count) {
    const double k = count;
    if (rate <= 0 || rate >= 1) {
      sum = rate <= 0 || count == length_ ? 1 : 0;
    } else {
      sum += std::exp(log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1) + k * std::log(rate) +
                      (n - k) * std::log1p(-rate));
    }
    cumulative_.push_back(static_cast<std::uint64_t>(std::min(std::max(sum, 0.0), 1.0) * 0x1p32));
    if (cumulative_.back() == std::uint64_t{1} << 32) break;
  }
  cumulative_.back() = std::uint64_t{1} << 32;
  for (std::size_t count = 0; count < last_draws_.size(); ++count) {
    const std::uint64_t draws = cumulative_[std::min(count, cumulative_.size() - 1)];
    last_draws_[count] = static_cast<std::uint32_t>(draws - 1);
  }
  usually_few_ = length_ > few && cumulative_[0] > 0 && last_draws_.back() >= UINT32_MAX / 2;
}

std::span<const std::uint32_t> Sites::draw_many(std::uint32_t count, Random& random) {
  positions_.resize(length_);
  std::iota(positions_.begin(), positions_.end(), 0U);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::swap(positions_[i], positions_[i + random.below(length_ - i)]);
  }
  return std::span(positions_).first(count);
}

}  // namespace skerry
