#include "puzzles/party/search/roster.hpp"

#include <algorithm>
#include <numeric>

namespace skerry::party {

namespace {
constexpr std::size_t most_dense_values = 128;
constexpr std::size_t threshold_parts = 64;
}  // namespace

ValueIndex::ValueIndex(std::span<const std::uint32_t> value_of, std::size_t values)
    : blocks_(blocks_for(static_cast<std::uint32_t>(value_of.size()))),
      value_of_(value_of.begin(), value_of.end()),
      dense_(values),
      lists_(values) {
  for (std::uint32_t hero = 0; hero < value_of_.size(); ++hero) lists_[value_of_[hero]].push_back(hero);
  for (std::uint32_t value = 0; value < values; ++value) {
    if (lists_[value].size() * most_dense_values < value_of_.size()) continue;
    dense_[value].assign(blocks_, Block{});
    for (const std::uint32_t hero : lists_[value]) insert(dense_[value], hero);
    lists_[value] = {};
  }
}

BitsetView ValueIndex::bits(std::uint32_t value, Bitset& scratch) const {
  if (!dense_[value].empty()) return dense_[value];
  scratch.assign(blocks_, Block{});
  for (const std::uint32_t hero : lists_[value]) insert(scratch, hero);
  return scratch;
}

ThresholdIndex::ThresholdIndex(std::vector<double> value_of)
    : stride_(std::max<std::size_t>(1, value_of.size() / threshold_parts)),
      value_of_(std::move(value_of)),
      by_value_(value_of_.size()) {
  std::iota(by_value_.begin(), by_value_.end(), 0U);
  std::ranges::stable_sort(by_value_, {}, [&](std::uint32_t hero) { return value_of_[hero]; });
  for (const std::uint32_t hero : by_value_) sorted_.push_back(value_of_[hero]);

  const std::size_t size = by_value_.size();
  tails_.resize(size / stride_ + 2);
  Bitset tail(blocks_for(static_cast<std::uint32_t>(size)), Block{});
  tails_.back() = tail;
  std::size_t position = size;
  for (std::size_t part = tails_.size() - 1; part-- > 0;) {
    while (position > part * stride_) insert(tail, by_value_[--position]);
    tails_[part] = tail;
  }
  const std::size_t most = std::min(size, max_nodes);
  largest_.assign(1, 0);
  smallest_.assign(1, 0);
  for (std::size_t i = 0; i < most; ++i) {
    largest_.push_back(largest_.back() + sorted_[size - 1 - i]);
    smallest_.push_back(smallest_.back() + sorted_[i]);
  }
}

void ThresholdIndex::at_least(double bound, Bitset& set) const {
  from_position(static_cast<std::size_t>(std::ranges::lower_bound(sorted_, bound) - sorted_.begin()), set);
}

void ThresholdIndex::more_than(double bound, Bitset& set) const {
  from_position(static_cast<std::size_t>(std::ranges::upper_bound(sorted_, bound) - sorted_.begin()), set);
}

void ThresholdIndex::from_position(std::size_t position, Bitset& set) const {
  const std::size_t part = (position + stride_ - 1) / stride_;
  set = tails_[part];
  const std::size_t end = std::min(part * stride_, by_value_.size());
  for (; position < end; ++position) insert(set, by_value_[position]);
}

}  // namespace skerry::party
