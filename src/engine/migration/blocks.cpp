#include "engine/migration/blocks.hpp"

#include "engine/migration/order.hpp"

#include <algorithm>

namespace skerry {

namespace {

/// Returns the first place in low .. high whose key does not come before `key`; with `ties`, the first whose
/// key comes after it.
template <typename K>
std::uint32_t find_place(std::span<const K> run, std::uint32_t low, std::uint32_t high, const K& key,
                         bool ties, std::uint64_t& compared) {
  std::uint32_t length = high - low;
  while (length > 0) {
    ++compared;
    const std::uint32_t half = length / 2;
    const K& middle = run[low + half];
    const bool right = ties ? !precedes(key, middle) : precedes(middle, key);
    low += right ? half + 1 : 0;
    length = right ? length - half - 1 : half;
  }
  return low;
}

}  // namespace

template <typename K>
BlockCuts<K>::BlockCuts(std::span<const std::span<const K>> runs)
    : runs_(runs), starts_(runs.size() + 1), cuts_((runs.size() + 1) * runs.size()) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    starts_[run + 1] = starts_[run] + runs[run].size();
    row(runs.size())[run] = static_cast<std::uint32_t>(runs[run].size());
  }
  pivots_.reserve(runs.size());
  fetch_outlines();
  cut_between(0, runs.size());
}

// The keys lie in the caches of the ranks that wrote them. The searches would wait for one after another of
// those that they all begin with.
template <typename K>
void BlockCuts<K>::fetch_outlines() const {
  constexpr std::size_t parts = 32;
  for (const auto& run : runs_) {
    for (std::size_t part = 1; part < parts; ++part)
      __builtin_prefetch(run.data() + part * run.size() / parts);
  }
}

// The middle block is cut first: its cuts narrow the search for the blocks on either side.
template <typename K>
void BlockCuts<K>::cut_between(std::size_t low, std::size_t high) {
  const std::size_t middle = low + (high - low) / 2;
  if (middle == low) return;
  cut(middle, row(low), row(high));
  cut_between(low, middle);
  cut_between(middle, high);
}

// This selects in several sorted runs at once. A pivot near the middle of the open places rules out at least
// a quarter of them, on one side or the other.
template <typename K>
void BlockCuts<K>::cut(std::size_t block, std::span<const std::uint32_t> low,
                       std::span<const std::uint32_t> high) {
  const auto lower = row(block);
  std::ranges::copy(low, lower.begin());
  high_.assign(high.begin(), high.end());
  places_.resize(runs_.size());
  std::uint64_t in_front = 0;
  for (const std::uint32_t place : lower) in_front += place;

  while (in_front < starts_[block]) {
    const Pivot pivot = choose_pivot(lower, high_);
    std::uint64_t before_pivot = 0;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      places_[run] = run == pivot.run ? pivot.place
                                      : find_place(runs_[run], lower[run], high_[run], pivot.key,
                                                   run < pivot.run, compared_);
      before_pivot += places_[run];
    }
    if (before_pivot < starts_[block]) {
      std::ranges::copy(places_, lower.begin());
      ++lower[pivot.run];
      in_front = before_pivot + 1;
    } else {
      std::swap(high_, places_);
    }
  }
}

/// Returns the weighted median of the middles of the open parts of the runs.
template <typename K>
typename BlockCuts<K>::Pivot BlockCuts<K>::choose_pivot(std::span<const std::uint32_t> low,
                                                        std::span<const std::uint32_t> high) {
  pivots_.clear();
  std::uint64_t open = 0;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    if (low[run] == high[run]) continue;
    const std::uint32_t place = low[run] + (high[run] - low[run]) / 2;
    pivots_.push_back({runs_[run][place], run, place, high[run] - low[run]});
    open += high[run] - low[run];
  }
  std::ranges::sort(pivots_, [this](const Pivot& a, const Pivot& b) {
    ++compared_;
    return a.key == b.key ? a.run < b.run : precedes(a.key, b.key);
  });
  std::uint64_t passed = 0;
  for (const Pivot& pivot : pivots_) {
    passed += pivot.weight;
    if (2 * passed >= open) return pivot;
  }
  return pivots_.back();
}

template class BlockCuts<Key>;
template class BlockCuts<SimilarityKey>;

}  // namespace skerry
