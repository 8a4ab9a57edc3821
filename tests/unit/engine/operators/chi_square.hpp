#pragma once

#include "support/testing.hpp"

namespace skerry {

/// The draws of a test of a distribution.
inline constexpr int draws = 20000;

/// Returns the distance of counts from a uniform distribution: Pearson's chi-square, minus its degrees of
/// freedom, in its standard deviations. A uniform distribution practically never gives more than 6, and seeds
/// are fixed, so a test always has the same result.
inline double unevenness(std::span<const int> counts) {
  double sum = 0;
  for (const int count : counts) sum += count;
  const double expected = sum / static_cast<double>(counts.size());
  double square = 0;
  for (const int count : counts) square += (count - expected) * (count - expected) / expected;
  const double freedom = static_cast<double>(counts.size()) - 1;
  return (square - freedom) / std::sqrt(2 * freedom);
}

/// Returns the same for numbers that should be uniform in [0, 1], in 20 bins.
inline double unevenness_of(std::span<const double> numbers) {
  std::vector<int> counts(20);
  for (const double number : numbers) {
    const double bin = std::min(std::max(number, 0.0) * 20, 19.0);
    ++counts[static_cast<std::size_t>(bin)];
  }
  return unevenness(counts);
}

}  // namespace skerry
