#include "engine/population/ranking.hpp"

#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/problem/diversity.hpp"
#include "skerry/population.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>
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

/// Where sums of large costs are beyond all numbers, costs are divided by a power of two.
Moments finite_moments(std::span<const Key> keys, std::size_t count, const Moments& plain) {
  if (count == 0 || std::isfinite(plain.standard_deviation)) return plain;
  double largest = 0;
  for (const Key& key : keys) largest = has_fitness(key) ? std::max(largest, std::abs(key.cost)) : largest;
  int exponent = 0;
  std::frexp(largest, &exponent);
  const auto scaled = [exponent](const Key& key) { return std::ldexp(key.cost, -exponent); };
  double sum = 0;
  for (const Key& key : keys) sum += has_fitness(key) ? scaled(key) : 0;
  const double mean = sum / static_cast<double>(count);
  double squares = 0;
  for (const Key& key : keys) {
    if (has_fitness(key)) squares += (scaled(key) - mean) * (scaled(key) - mean);
  }
  // Rounding may lead beyond the largest cost, which neither can exceed.
  const auto unscaled = [&](double value) {
    return std::clamp(std::ldexp(value, exponent), -largest, largest);
  };
  return {std::isfinite(plain.mean) ? plain.mean : unscaled(mean),
          unscaled(std::sqrt(squares / static_cast<double>(count)))};
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
  return finite_moments(keys, count, {mean, standard_deviation_of(keys, count, mean)});
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
  const auto violation = std::bit_cast<std::uint64_t>(keys[0].violation);
  std::uint64_t differs = 0;
  double least = keys[0].cost;
  double most = keys[0].cost;
  double sum = 0;
  costs_.resize(keys.size());
  for (std::size_t slot = 0; slot < keys.size(); ++slot) {
    const double cost = keys[slot].cost;
    costs_[slot] = cost;
    sum += cost;
    least = cost < least ? cost : least;
    most = cost > most ? cost : most;
    differs |= std::bit_cast<std::uint64_t>(keys[slot].violation) ^ violation;
  }
  if (differs != 0 || !has_fitness(keys[0])) return summarise_different(keys);

  KeySummary summary;
  // Of 0 and -0, which are equal, the first is the best or the worst.
  const auto first_of = [this](double cost) { return cost != 0 ? cost : *std::ranges::find(costs_, cost); };
  summary.best = {keys[0].violation, first_of(least)};
  summary.worst = {keys[0].violation, first_of(most)};
  summary.feasible = keys[0].violation == 0 ? keys.size() : 0;
  summary.moments.mean = sum / static_cast<double>(keys.size());
  summarise_spread(keys, summary);
  return summary;
}

/// Fills in deviation and middle; costs_ holds the costs of the keys, all of one violation.
void KeySummariser::summarise_spread(std::span<const Key> keys, KeySummary& summary) {
  const double mean = summary.moments.mean;
  std::size_t smaller = 0;
  std::size_t greater = 0;
  double squares = 0;
  for (const double cost : costs_) {
    squares += (cost - mean) * (cost - mean);
    smaller += cost < last_middle_ ? 1 : 0;
    greater += cost > last_middle_ ? 1 : 0;
  }
  summary.moments =
      finite_moments(keys, keys.size(), {mean, std::sqrt(squares / static_cast<double>(keys.size()))});
  const std::size_t place = (keys.size() - 1) / 2;
  if (smaller > place || keys.size() - greater <= place) {
    room_.resize(costs_.size());
    last_middle_ = value_at_place(costs_, room_, place);
  }
  // Which of 0 and -0 is at the place, where there are both, is left to the order of comparisons.
  const auto is_negative_zero = [](const Key& key) { return key.cost == 0 && std::signbit(key.cost); };
  if (last_middle_ == 0 && std::ranges::any_of(keys, is_negative_zero)) {
    summary.middle = middle_of(keys);
  } else {
    summary.middle = {keys[0].violation, last_middle_ + 0.0};
  }
}

KeySummary KeySummariser::summarise_different(std::span<const Key> keys) {
  KeySummary summary;
  summary.best = summary.worst = keys[0];
  double sum = 0;
  for (const Key& key : keys) {
    sum += key.cost;
    summary.feasible += key.violation == 0 ? 1 : 0;
    summary.failed += has_fitness(key) ? 0 : 1;
    // Branches that are hardly ever taken cost less than to wait for the last comparison.
    if (__builtin_expect_with_probability(key < summary.best, 0, 0.999)) summary.best = key;
    if (__builtin_expect_with_probability(summary.worst < key, 0, 0.999)) summary.worst = key;
  }
  if (summary.failed > 0) [[unlikely]]
    return summarise_others(keys, summary.failed);
  const double mean = sum / static_cast<double>(keys.size());
  summary.moments = finite_moments(keys, keys.size(), {mean, standard_deviation_of(keys, keys.size(), mean)});
  summary.middle = middle_of(keys);
  return summary;
}

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

Key KeySummariser::middle_of(std::span<const Key> keys) {
  keys_.assign(keys.begin(), keys.end());
  const auto middle = keys_.begin() + static_cast<std::ptrdiff_t>((keys.size() - 1) / 2);
  if (!std::ranges::is_sorted(keys_)) std::ranges::nth_element(keys_, middle);
  return *middle;
}

namespace {

struct NumberedSlot {
  std::uint64_t number = 0;
  std::uint32_t slot = 0;
};

/// Below this number of slots, comparisons take less time than the histograms of a radix sort.
constexpr std::size_t few_slots = 64;

/// Returns a number that is in the order of the values; 0 and -0 have the same.
std::uint64_t ordered_number(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value + 0.0);
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// Sorts by the number, a byte at a time from the last (radix sort); it keeps the order of equal ones. Bytes
/// that all numbers have in common, as most of whole numbers, take no pass.
void sort_by_number(std::vector<NumberedSlot>& slots, std::vector<NumberedSlot>& room) {
  constexpr std::size_t values = 256;
  std::array<std::array<std::uint32_t, values>, sizeof(std::uint64_t)> counts{};
  for (const NumberedSlot& slot : slots) {
    for (std::size_t byte = 0; byte < counts.size(); ++byte) ++counts[byte][slot.number >> 8 * byte & 0xff];
  }
  room.resize(slots.size());
  for (std::size_t byte = 0; byte < counts.size(); ++byte) {
    std::array<std::uint32_t, values>& places = counts[byte];
    if (places[slots[0].number >> 8 * byte & 0xff] == slots.size()) continue;
    std::exclusive_scan(places.begin(), places.end(), places.begin(), 0U);
    for (const NumberedSlot& slot : slots) room[places[slot.number >> 8 * byte & 0xff]++] = slot;
    std::swap(slots, room);
  }
}

bool comes_before(std::span<const Key> keys, std::uint32_t a, std::uint32_t b) {
  return keys[a] < keys[b] || (!(keys[b] < keys[a]) && a < b);
}

void order_many(std::span<const Key> keys, std::vector<std::uint32_t>& ranking) {
  // Each thread has room of its own, which is used again.
  thread_local std::vector<NumberedSlot> slots;
  thread_local std::vector<NumberedSlot> room;
  slots.resize(keys.size());
  for (std::uint32_t slot = 0; slot < keys.size(); ++slot)
    slots[slot] = {ordered_number(keys[slot].cost), slot};
  sort_by_number(slots, room);
  if (!have_same_violation(keys)) {
    for (NumberedSlot& slot : slots) slot.number = ordered_number(keys[slot.slot].violation);
    sort_by_number(slots, room);
  }
  for (std::size_t rank = 0; rank < slots.size(); ++rank) ranking[rank] = slots[rank].slot;
}

}  // namespace

void order_by_key(std::span<const Key> keys, std::vector<std::uint32_t>& ranking) {
  ranking.resize(keys.size());
  const bool sorted = std::ranges::is_sorted(keys);
  if (!sorted && keys.size() >= few_slots) {
    order_many(keys, ranking);
    return;
  }
  std::iota(ranking.begin(), ranking.end(), 0U);
  if (sorted) return;
  std::ranges::sort(ranking, [&](std::uint32_t a, std::uint32_t b) { return comes_before(keys, a, b); });
}

void order_by_similarity(std::span<const SimilarityKey> keys, std::vector<std::uint32_t>& ranking) {
  ranking.resize(keys.size());
  std::iota(ranking.begin(), ranking.end(), 0U);
  std::ranges::stable_sort(ranking, {}, [keys](std::uint32_t slot) { return keys[slot]; });
}

std::size_t best_slot(std::span<const Key> keys) {
  std::size_t best = 0;
  Key least = keys[0];
  for (std::size_t slot = 1; slot < keys.size(); ++slot) {
    // A branch that is hardly ever taken costs less than to wait for the last comparison.
    if (__builtin_expect_with_probability(keys[slot] < least, 0, 0.999)) {
      best = slot;
      least = keys[slot];
    }
  }
  return best;
}

void best_slots(std::span<const Key> keys, std::size_t count, std::vector<std::uint32_t>& slots) {
  slots.clear();
  if (count == 0) return;
  slots.resize(keys.size());
  std::iota(slots.begin(), slots.end(), 0U);
  const auto better = [&](std::uint32_t a, std::uint32_t b) { return comes_before(keys, a, b); };
  const auto end = slots.begin() + static_cast<std::ptrdiff_t>(count);
  if (count < keys.size()) std::ranges::nth_element(slots, end, better);
  std::ranges::sort(slots.begin(), end, better);
  slots.resize(count);
}

}  // namespace skerry
