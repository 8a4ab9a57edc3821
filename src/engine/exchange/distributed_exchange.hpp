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

/// The individuals of all islands, one after another, of which evenly spread ones are in a sample. It is a
/// pure function of the sizes.
class PoolSample {
 public:
  /// There is about one for each 256 individuals of an island, but at least two and at most eight for each
  /// island; all of them where they are fewer.
  explicit PoolSample(std::span<const std::size_t> sizes);

  struct Member {
    std::uint32_t island = 0;
    std::uint32_t slot = 0;
  };
  /// In the order of island and slot.
  std::span<const Member> members() const { return members_; }
  /// Returns how many members each island has.
  std::span<const std::size_t> counts() const { return counts_; }

 private:
  std::vector<Member> members_;
  std::vector<std::size_t> counts_;
};

/// Deals out the pool as plan_pool() does, bit for bit, where no rank sees the keys of all. It sorts the pool
/// by sampling (Frazer & McKellar, Journal of the ACM 1970): the sample cuts the order of the pool into a
/// part for each rank, to which all send their keys of that part. The rank sorts them, and so knows their
/// places in the order of all, which it answers by the island that each goes to. How even the parts are
/// decides how long it takes, and not where individuals go. Buffers are kept from epoch to epoch.
/// Instantiated for Key and SimilarityKey.
template <typename K>
class DistributedDeal {
 public:
  /// `world` must outlive it.
  DistributedDeal(Communicator& world, std::span<const std::size_t> sizes);

  /// Returns the segments of this rank's ranking that go to each island. `keys` are those of its individuals,
  /// sorted. Collective.
  std::span<const Segment> deal(std::span<const K> keys);

  /// Return what the last call carried, and what this rank did.
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
