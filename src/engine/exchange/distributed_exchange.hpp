#pragma once

#include "engine/communication/communicator.hpp"
#include "engine/migration/plan.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

/// Tells whether a pool of islands of these sizes is better dealt out by DistributedDeal than by keys on
/// every rank. It is a pure function of the sizes, so all ranks choose alike.
bool prefers_distributed_deal(std::span<const std::size_t> sizes);

/// An evenly spread sample of the individuals of all islands. It is a pure function of the sizes.
class PoolSample {
 public:
  /// An island has about one for each 256 individuals, from two to eight, or all if there are fewer.
  explicit PoolSample(std::span<const std::size_t> sizes);

  struct Member {
    std::uint32_t island = 0;
    std::uint32_t slot = 0;
  };
  /// In the order of island and slot.
  std::span<const Member> members() const { return members_; }
  std::span<const std::size_t> counts() const { return counts_; }

 private:
  std::vector<Member> members_;
  std::vector<std::size_t> counts_;
};

/// Deals out the pool as plan_pool() does, bit for bit, but no rank sees the keys of all: each sorts one part
/// of the pool, cut by a sample (Frazer & McKellar, Journal of the ACM 1970). Buffers are kept from epoch to
/// epoch. Instantiated for Key and SimilarityKey.
template <typename K>
class DistributedDeal {
 public:
  /// `world` must outlive it.
  DistributedDeal(Communicator& world, std::span<const std::size_t> sizes);

  /// Returns the segments of the own ranking for each island; `keys` are sorted. Collective.
  std::span<const Segment> deal(std::span<const K> keys);

  /// Both are of the last call.
  const Traffic& traffic() const { return traffic_; }
  const SerialWork& work() const { return work_; }

 private:
  struct Entry {
    K key;
    std::uint32_t arrival = 0;  // its place among the keys that arrived
  };
  void share_sample(std::span<const K> keys);
  void cut(std::span<const K> keys);
  void collect(std::span<const K> keys);
  void choose_targets();
  void answer();
  bool before(const K& key, std::uint32_t slot, std::uint32_t splitter) const;

  Communicator& world_;
  PoolSample sample_;
  std::vector<std::uint64_t> starts_;  // the first place of each block in the order of the pool, and its end
  std::vector<K> own_sample_;
  std::vector<K> sample_keys_;
  std::vector<std::uint32_t> sample_order_;
  std::vector<std::uint32_t> leaving_;   // keys to each rank
  std::vector<std::uint32_t> arriving_;  // keys from each rank
  std::vector<BufferRange> sends_;
  std::vector<BufferRange> receives_;
  std::vector<K> arrived_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> totals_;           // the number of keys that each rank got
  std::vector<std::uint32_t> arrived_targets_;  // of the keys that arrived
  std::vector<std::uint32_t> targets_;          // of the own individuals
  std::vector<Segment> segments_;
  Traffic traffic_;
  SerialWork work_;
};

}  // namespace skerry
