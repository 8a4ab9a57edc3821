#include "engine/exchange/distributed_exchange.hpp"

#include "engine/exchange/exchange.hpp"

#include <algorithm>
#include <numeric>

namespace skerry {

namespace {

/// Genomes travel with their keys: a message holds the keys of a segment, then its genomes.
template <typename K>
class DistributedExchange final : public Exchange {
 public:
  DistributedExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                      std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        deal_(world, sizes_),
        segments_(world.size()),
        leaving_(world.size()),
        arriving_(world.size()),
        leaving_bytes_(world.size()),
        arriving_bytes_(world.size()),
        sends_(world.size()),
        receives_(world.size()),
        keys_(island.size()),
        arrived_keys_(island.size()) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    MigrationCost cost;
    choose_segments(sort_by<K>(island, epoch), epoch, cost);
    record_bytes_ = island.record_size_bytes();
    const std::size_t unit_bytes = record_bytes_ > 0 ? sizeof(Key) + record_bytes_ : 1;
    pack(island);
    const std::size_t arriving = find_receives(cost);
    in_.resize(arriving * unit_bytes);
    world_.alltoall_records(out_.data(), sends_, in_.data(), receives_, unit_bytes);
    settle(island, unit_bytes);
    for (std::size_t other = 0; other < world_.size(); ++other) {
      if (other == world_.rank()) continue;
      cost.individuals_sent += segments_[other].count;
      cost.bytes_sent += sends_[other].count * unit_bytes;
      cost.bytes_received += receives_[other].count * unit_bytes;
    }
    return cost;
  }

  void choose_segments(std::span<const K> ranking, std::uint64_t epoch, MigrationCost& cost) {
    std::ranges::transform(ranking, keys_.begin(), [](const K& key) { return key_of(key); });
    if (!pools()) {
      const Plan plan = plan_by_links(epoch);
      for (std::size_t other = 0; other < world_.size(); ++other) {
        segments_[other] = plan.at(world_.rank(), other);
        arriving_[other] = plan.at(other, world_.rank()).count;
      }
      return;
    }
    std::ranges::copy(deal_.deal(ranking), segments_.begin());
    for (std::size_t other = 0; other < world_.size(); ++other) leaving_[other] = segments_[other].count;
    world_.alltoall(std::span<const std::uint32_t>(leaving_), std::span(arriving_));
    const std::uint64_t counts_bytes = (world_.size() - 1) * sizeof(std::uint32_t);
    cost.bytes_sent = deal_.traffic().sent_bytes + counts_bytes;
    cost.bytes_received = deal_.traffic().received_bytes + counts_bytes;
    work_ += deal_.work();
  }

  void pack(Island& island) {
    const auto genomes = island.pack(0, own_size());
    locate_records(genomes, own_size(), record_bytes_, offsets_);
    out_.clear();
    std::size_t sent = 0;
    for (std::size_t target = 0; target < world_.size(); ++target) {
      const auto [first, count] = segments_[target];
      const auto keys = std::as_bytes(std::span(keys_).subspan(first, count));
      const auto part = genomes.subspan(offsets_[first], offsets_[first + count] - offsets_[first]);
      out_.insert(out_.end(), keys.begin(), keys.end());
      out_.insert(out_.end(), part.begin(), part.end());
      leaving_bytes_[target] = keys.size() + part.size();
      const std::size_t units = record_bytes_ > 0 ? count : leaving_bytes_[target];
      sends_[target] = {sent, units};
      sent += units;
      work_.moved += 2 * count;
    }
  }

  /// Returns how many records arrive, or bytes if records differ in size.
  std::size_t find_receives(MigrationCost& cost) {
    if (record_bytes_ == 0) {
      world_.alltoall(std::span<const std::size_t>(leaving_bytes_), std::span(arriving_bytes_));
      cost.bytes_sent += (world_.size() - 1) * sizeof(std::size_t);
      cost.bytes_received += (world_.size() - 1) * sizeof(std::size_t);
    }
    return record_bytes_ > 0 ? lay_out(arriving_, receives_) : lay_out(arriving_bytes_, receives_);
  }

  void settle(Island& island, std::size_t unit_bytes) {
    auto genomes = island.inbox(in_.size() - own_size() * sizeof(Key));
    auto keys = std::as_writable_bytes(std::span(arrived_keys_));
    for (std::size_t source = 0; source < world_.size(); ++source) {
      const auto message = std::span<const std::byte>(in_).subspan(receives_[source].first * unit_bytes,
                                                                   receives_[source].count * unit_bytes);
      const std::size_t keys_bytes = arriving_[source] * sizeof(Key);
      std::ranges::copy(message.first(keys_bytes), keys.begin());
      std::ranges::copy(message.subspan(keys_bytes), genomes.begin());
      keys = keys.subspan(keys_bytes);
      genomes = genomes.subspan(message.size() - keys_bytes);
    }
    work_.moved += 2 * own_size();
    island.settle(arrived_keys_);
  }

  DistributedDeal<K> deal_;
  std::vector<Segment> segments_;  // to each island
  std::vector<std::uint32_t> leaving_;
  std::vector<std::uint32_t> arriving_;  // individuals from each island
  std::vector<std::size_t> leaving_bytes_;
  std::vector<std::size_t> arriving_bytes_;
  std::vector<BufferRange> sends_;  // in records with their keys if those have one size, else in bytes
  std::vector<BufferRange> receives_;
  std::vector<Key> keys_;
  std::vector<Key> arrived_keys_;
  std::vector<std::size_t> offsets_;
  std::size_t record_bytes_ = 0;
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
};

}  // namespace

std::unique_ptr<Exchange> make_distributed_exchange(Communicator& world, const Island& island,
                                                    const MigrationSettings& settings, std::uint64_t seed) {
  return make_ranking<DistributedExchange>(world, island, settings, seed);
}

// Keys on every rank are one call, or none, but each then plans in time as the square of ranks: islands of
// 100 to 1,000 on threads take less by it with 16 ranks, and more with 32. Samples pay if islands are large.
bool prefers_distributed_deal(std::span<const std::size_t> sizes) {
  const std::size_t everyone = std::reduce(sizes.begin(), sizes.end());
  return sizes.size() >= 24 && everyone >= 8 * sizes.size();
}

// Each member stands in a range of its own, as long as those of the others, at a place by the golden ratio:
// so members of islands with the same keys don't all have the same rank there.
PoolSample::PoolSample(std::span<const std::size_t> sizes) : counts_(sizes.size()) {
  constexpr std::uint32_t golden = 0x9e3779b9;  // 2^32 / the golden ratio
  const std::uint64_t everyone = std::reduce(sizes.begin(), sizes.end(), std::uint64_t{0});
  const std::uint64_t share = std::clamp<std::uint64_t>(everyone / sizes.size() / 256, 2, 8);
  const std::uint64_t count = std::min(share * sizes.size(), everyone);
  std::uint32_t island = 0;
  std::uint64_t first = 0;  // of the island, among all
  for (std::uint64_t member = 0; member < count; ++member) {
    const std::uint64_t low = member * everyone / count;
    const std::uint64_t high = (member + 1) * everyone / count;
    const std::uint64_t turn = static_cast<std::uint32_t>(member) * golden;
    const std::uint64_t place = low + ((high - low) * turn >> 32);
    while (place >= first + sizes[island]) first += sizes[island++];
    members_.push_back({island, static_cast<std::uint32_t>(place - first)});
    ++counts_[island];
  }
}

template <typename K>
DistributedDeal<K>::DistributedDeal(Communicator& world, std::span<const std::size_t> sizes)
    : world_(world),
      sample_(sizes),
      starts_(sizes.size() + 1),
      sample_keys_(sample_.members().size()),
      sample_order_(sample_.members().size()),
      leaving_(sizes.size()),
      arriving_(sizes.size()),
      sends_(sizes.size()),
      receives_(sizes.size()),
      totals_(sizes.size()),
      targets_(sizes[world.rank()]),
      segments_(sizes.size()) {
  std::inclusive_scan(sizes.begin(), sizes.end(), starts_.begin() + 1, std::plus{}, std::uint64_t{0});
}

template <typename K>
std::span<const Segment> DistributedDeal<K>::deal(std::span<const K> keys) {
  traffic_ = {};
  work_ = {};
  share_sample(keys);
  cut(keys);
  collect(keys);
  choose_targets();
  answer();
  std::ranges::fill(segments_, Segment{});
  for (const std::uint32_t target : targets_) ++segments_[target].count;
  std::uint32_t first = 0;
  for (Segment& segment : segments_) {
    segment.first = first;
    first += segment.count;
  }
  return segments_;
}

template <typename K>
void DistributedDeal<K>::share_sample(std::span<const K> keys) {
  own_sample_.clear();
  for (const auto& [island, slot] : sample_.members()) {
    if (island == world_.rank()) own_sample_.push_back(keys[slot]);
  }
  world_.allgather(std::span<const K>(own_sample_), sample_.counts(), std::span(sample_keys_));
  traffic_.sent_bytes += (world_.size() - 1) * own_sample_.size() * sizeof(K);
  traffic_.received_bytes += (sample_keys_.size() - own_sample_.size()) * sizeof(K);
  std::iota(sample_order_.begin(), sample_order_.end(), 0U);
  std::ranges::sort(sample_order_, [this](std::uint32_t a, std::uint32_t b) {
    ++work_.compared;
    if (precedes(sample_keys_[a], sample_keys_[b])) return true;
    return a < b && !precedes(sample_keys_[b], sample_keys_[a]);
  });
}

/// Compares in the order of the pool, in which island and slot decide between equal keys.
template <typename K>
bool DistributedDeal<K>::before(const K& key, std::uint32_t slot, std::uint32_t splitter) const {
  const K& other = sample_keys_[splitter];
  if (precedes(key, other)) return true;
  if (precedes(other, key)) return false;
  const auto [island, place] = sample_.members()[splitter];
  return world_.rank() < island || (world_.rank() == island && slot < place);
}

/// Cuts the own ranking into the parts for each rank: that of a rank begins with the member of the sample
/// that stands in it where the rank's block stands in the pool.
template <typename K>
void DistributedDeal<K>::cut(std::span<const K> keys) {
  std::uint32_t end = 0;
  for (std::size_t rank = 0; rank < world_.size(); ++rank) {
    const std::uint32_t begin = end;
    if (rank + 1 == world_.size()) {
      end = static_cast<std::uint32_t>(keys.size());
    } else {
      const std::uint32_t splitter = sample_order_[starts_[rank + 1] * sample_order_.size() / starts_.back()];
      while (end < keys.size() && before(keys[end], end, splitter)) ++end;
      work_.compared += end - begin + 1;
    }
    leaving_[rank] = end - begin;
    sends_[rank] = {begin, leaving_[rank]};
  }
}

template <typename K>
void DistributedDeal<K>::collect(std::span<const K> keys) {
  world_.alltoall(std::span<const std::uint32_t>(leaving_), std::span(arriving_));
  const std::size_t arrived = lay_out(arriving_, receives_);
  arrived_.resize(arrived);
  world_.alltoall_records(std::as_bytes(keys).data(), sends_,
                          std::as_writable_bytes(std::span(arrived_)).data(), receives_, sizeof(K));
  world_.allgather(static_cast<std::uint32_t>(arrived), std::span(totals_));
  const std::size_t me = world_.rank();
  const std::uint64_t counts_bytes = 2 * sizeof(std::uint32_t) * (world_.size() - 1);
  traffic_.sent_bytes += counts_bytes + (keys.size() - leaving_[me]) * sizeof(K);
  traffic_.received_bytes += counts_bytes + (arrived - arriving_[me]) * sizeof(K);
}

/// Sorts the keys that arrived, and finds the island of each by its place in the order of the pool.
template <typename K>
void DistributedDeal<K>::choose_targets() {
  entries_.clear();
  for (const K& key : arrived_) entries_.push_back({key, static_cast<std::uint32_t>(entries_.size())});
  // Keys arrive by island and slot, which decide between equal ones.
  std::ranges::sort(entries_, [this](const Entry& a, const Entry& b) {
    ++work_.compared;
    if (precedes(a.key, b.key)) return true;
    return a.arrival < b.arrival && !precedes(b.key, a.key);
  });
  work_.moved += 2 * entries_.size();
  const auto own = totals_.begin() + static_cast<std::ptrdiff_t>(world_.rank());
  std::uint64_t place = std::reduce(totals_.begin(), own, std::uint64_t{0});
  auto target = static_cast<std::uint32_t>(std::ranges::upper_bound(starts_, place) - starts_.begin() - 1);
  arrived_targets_.resize(entries_.size());
  for (const Entry& entry : entries_) {
    while (place >= starts_[target + 1]) ++target;
    arrived_targets_[entry.arrival] = target;
    ++place;
  }
}

template <typename K>
void DistributedDeal<K>::answer() {
  world_.alltoall_records(std::as_bytes(std::span(arrived_targets_)).data(), receives_,
                          std::as_writable_bytes(std::span(targets_)).data(), sends_, sizeof(std::uint32_t));
  const std::size_t me = world_.rank();
  traffic_.sent_bytes += (arrived_targets_.size() - arriving_[me]) * sizeof(std::uint32_t);
  traffic_.received_bytes += (targets_.size() - leaving_[me]) * sizeof(std::uint32_t);
}

template class DistributedDeal<Key>;
template class DistributedDeal<SimilarityKey>;

}  // namespace skerry
