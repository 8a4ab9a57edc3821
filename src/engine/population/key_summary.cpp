#include "skerry/population/key_summary.hpp"

#include "skerry/diversity.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace skerry {
namespace {

/// `count` keys have a fitness.
double standard_deviation_of(std::span<const Key> keys, std::size_t count, double mean) {
  double sum = 0;
  for (const Key& key : keys) {
    if (has_fitness(key)) sum += (key.cost - mean) * (key.cost - mean);
  }
  return std::sqrt(sum / static_cast<double>(count));
}

double middle_of_three(double a, double b, double c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

}  // namespace

Moments moments_of(std::span<const Key> keys) {
  double sum = 0;
  std::size_t count = 0;
  for (const Key& key : keys) {
    if (!has_fitness(key)) continue;
    sum += key.cost;
    ++count;
  }
  const double mean = sum / static_cast<double>(count);
  return {mean, standard_deviation_of(keys, count, mean)};
}

double fitness_diversity(std::span<const Key> keys) {
  const Moments moments = moments_of(keys);
  if (std::isnan(moments.mean)) return 0;
  return coefficient_of_variation(moments.mean, moments.standard_deviation);
}

double value_at_place(std::span<double> values, std::span<double> room, std::size_t place) {
  constexpr int passes = 64;  // a series of bad pivots ends here
  constexpr std::size_t few = 16;
  for (int pass = 0; pass < passes && values.size() > few; ++pass) {
    const double pivot = middle_of_three(values.front(), values[values.size() / 2], values.back());
    std::size_t smaller = 0;
    std::size_t greater = 0;
    for (const double value : values) {
      values[smaller] = value;
      smaller += value < pivot ? 1 : 0;
      room[greater] = value;
      greater += value > pivot ? 1 : 0;
    }
    const std::size_t not_greater = values.size() - greater;
    if (place >= smaller && place < not_greater) return pivot;
    if (place < smaller) {
      values = values.first(smaller);
    } else {
      const std::span<double> rest = room.first(greater);
      room = values;
      values = rest;
      place -= not_greater;
    }
  }
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(place);
  std::ranges::nth_element(values, at);
  return *at;
}

KeySummary KeySummariser::summarise(std::span<const Key> keys) {
  KeySummary summary;
  summary.best = summary.worst = keys[0];
  bool same_violation = true;
  double sum = 0;
  for (const Key& key : keys) {
    sum += key.cost;
    summary.feasible += key.violation == 0 ? 1 : 0;
    summary.failed += has_fitness(key) ? 0 : 1;
    same_violation &= key.violation == keys[0].violation;
    // Branches that are hardly ever taken cost less than to wait for the last comparison.
    if (__builtin_expect_with_probability(key < summary.best, 0, 0.999)) summary.best = key;
    if (__builtin_expect_with_probability(summary.worst < key, 0, 0.999)) summary.worst = key;
  }
  if (summary.failed > 0) [[unlikely]]
    return summarise_others(keys, summary.failed);
  summary.moments.mean = sum / static_cast<double>(keys.size());
  summary.moments.standard_deviation = standard_deviation_of(keys, keys.size(), summary.moments.mean);
  summary.middle = middle_of(keys, same_violation);
  return summary;
}

/// Summarises all but the `failed` keys without a fitness.
KeySummary KeySummariser::summarise_others(std::span<const Key> keys, std::uint64_t failed) {
  with_fitness_.clear();
  std::ranges::copy_if(keys, std::back_inserter(with_fitness_),
                       [](const Key& key) { return has_fitness(key); });
  KeySummary summary;
  summary.moments = moments_of(with_fitness_);
  if (!with_fitness_.empty()) summary = summarise(with_fitness_);
  summary.failed = failed;
  return summary;
}

Key KeySummariser::middle_of(std::span<const Key> keys, bool same_violation) {
  const std::size_t place = (keys.size() - 1) / 2;
  if (same_violation) {
    costs_.resize(keys.size());
    room_.resize(keys.size());
    for (std::size_t slot = 0; slot < keys.size(); ++slot) costs_[slot] = keys[slot].cost;
    const double cost = value_at_place(costs_, room_, place);
    // Of 0 and -0, which are equal, the one below is taken whatever the order of comparisons above.
    if (cost != 0) return {keys[0].violation, cost};
  }
  keys_.assign(keys.begin(), keys.end());
  const auto middle = keys_.begin() + static_cast<std::ptrdiff_t>(place);
  if (!std::ranges::is_sorted(keys_)) std::ranges::nth_element(keys_, middle);
  return *middle;
}

}  // namespace skerry
