#include "puzzles/nk/landscape.hpp"

#include <algorithm>

namespace skerry::nk {

namespace {

constexpr std::uint64_t most_steps = std::uint64_t{1} << 26;

/// Returns the largest sum of the strings that begin with these k bits. A state is the last k bits, the
/// first of them in bit 0.
class FromBeginning {
 public:
  explicit FromBeginning(const Landscape& landscape)
      : landscape_(landscape), states_(std::size_t{1} << landscape.k()), sums_(states_), next_(states_) {}

  std::uint64_t operator()(std::size_t beginning) {
    std::ranges::fill(sums_, unreachable);
    sums_[beginning] = 0;
    for (std::uint32_t bit = 0; bit + landscape_.k() < landscape_.n(); ++bit) append_a_bit(bit);
    std::uint64_t largest = 0;
    for (std::size_t state = 0; state < states_; ++state) {
      if (sums_[state] != unreachable) largest = std::max(largest, sums_[state] + closing(state, beginning));
    }
    return largest;
  }

 private:
  static constexpr std::uint64_t unreachable = UINT64_MAX;

  /// Appends the last bit on which the contribution of `bit` depends.
  void append_a_bit(std::uint32_t bit) {
    const auto table = landscape_.table(bit);
    std::ranges::fill(next_, unreachable);
    for (std::size_t state = 0; state < states_; ++state) {
      if (sums_[state] == unreachable) continue;
      for (std::size_t window = state; window < 2 * states_; window += states_) {
        std::uint64_t& next = next_[window >> 1];
        const std::uint64_t sum = sums_[state] + table[window];
        if (next == unreachable || sum > next) next = sum;
      }
    }
    sums_.swap(next_);
  }

  /// Returns the contributions of the last k bits, which depend on the beginning too.
  std::uint64_t closing(std::size_t end, std::size_t beginning) const {
    const std::uint32_t k = landscape_.k();
    const std::size_t both = end | beginning << k;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < k; ++i) {
      sum += landscape_.table(landscape_.n() - k + i)[both >> i & (2 * states_ - 1)];
    }
    return sum;
  }

  const Landscape& landscape_;
  std::size_t states_;
  std::vector<std::uint64_t> sums_;  // [state] the largest sum of a string so far
  std::vector<std::uint64_t> next_;
};

}  // namespace

std::optional<std::uint64_t> largest_sum(const Landscape& landscape) {
  if (landscape.neighbours() == Neighbours::random) return std::nullopt;
  const std::uint32_t k = landscape.k();
  if (k > 12 || std::uint64_t{landscape.n()} << (2 * k) > most_steps) return std::nullopt;
  FromBeginning from(landscape);
  std::uint64_t largest = 0;
  for (std::size_t beginning = 0; beginning < std::size_t{1} << k; ++beginning)
    largest = std::max(largest, from(beginning));
  return largest;
}

}  // namespace skerry::nk
