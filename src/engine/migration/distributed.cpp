#include "engine/migration/distributed_deal.hpp"
#include "engine/migration/exchange.hpp"
#include "engine/migration/records.hpp"

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

  /// Finds what goes to each island, and how many individuals come from each.
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

  /// Returns how many records arrive, or bytes where records differ in size.
  std::size_t find_receives(MigrationCost& cost) {
    if (record_bytes_ == 0) {
      world_.alltoall(std::span<const std::size_t>(leaving_bytes_), std::span(arriving_bytes_));
      cost.bytes_sent += (world_.size() - 1) * sizeof(std::size_t);
      cost.bytes_received += (world_.size() - 1) * sizeof(std::size_t);
    }
    std::size_t arriving = 0;
    for (std::size_t source = 0; source < world_.size(); ++source) {
      receives_[source] = {arriving, record_bytes_ > 0 ? arriving_[source] : arriving_bytes_[source]};
      arriving += receives_[source].count;
    }
    return arriving;
  }

  /// Parts the messages into keys and genomes.
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
  std::vector<BufferRange> sends_;  // in records with their keys where those have one size, else in bytes
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
  if (settings.similarity != Similarity::fitness) {
    return std::make_unique<DistributedExchange<SimilarityKey>>(world, island, settings, seed);
  }
  return std::make_unique<DistributedExchange<Key>>(world, island, settings, seed);
}

}  // namespace skerry
