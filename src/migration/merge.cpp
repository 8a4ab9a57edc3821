#include "migration/merge.hpp"

#include "migration/order.hpp"

#include <algorithm>

namespace skerry {

void Merger::append(std::span<const Key> run) {
  if (run.empty()) return;
  auto place = static_cast<std::uint32_t>(entries_.size());
  for (const Key& key : run) entries_.push_back({key, place++});
  ends_.push_back(entries_.size());
}

void Merger::merge_pair(const Entry* left, const Entry* middle, const Entry* right_end, Entry* out) {
  const Entry* right = middle;
  while (left != middle && right != right_end) {
    const bool take_right = precedes(right->key, left->key);
    *out++ = *(take_right ? right : left);
    right += take_right;
    left += !take_right;
  }
  out = std::copy(left, middle, out);
  std::copy(right, right_end, out);
}

void Merger::merge() {
  scratch_.resize(entries_.size());
  while (ends_.size() > 1) {
    std::size_t begin = 0;
    std::size_t merged = 0;
    for (std::size_t run = 0; run < ends_.size(); run += 2) {
      const std::size_t middle = ends_[run];
      const std::size_t end = run + 1 < ends_.size() ? ends_[run + 1] : middle;
      merge_pair(entries_.data() + begin, entries_.data() + middle, entries_.data() + end,
                 scratch_.data() + begin);
      ends_[merged++] = end;
      begin = end;
    }
    ends_.resize(merged);
    std::swap(entries_, scratch_);
  }
  order_.resize(entries_.size());
  keys_.resize(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    order_[i] = entries_[i].place;
    keys_[i] = entries_[i].key;
  }
}

}  // namespace skerry
