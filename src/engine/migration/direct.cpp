#include "engine/communication/board.hpp"
#include "engine/migration/exchange.hpp"
#include "engine/migration/records.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace skerry {

namespace {

template <typename K>
class DirectExchange final : public Exchange {
 public:
  DirectExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                 std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        runs_(world.size()),
        board_(world, sizes_, sizeof(K), shared_plan_bytes()),
        sends_(world.size()),
        receives_(world.size()),
        arrived_keys_(island.size()) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    const Plan plan = plan_together(sort_by<K>(island, epoch));
    const std::size_t record_bytes = island.record_size_bytes();
    if (record_bytes > 0) {
      exchange_flat(island, plan, record_bytes);
    } else {
      exchange_buffers(island, plan);
    }
    island.settle(arrived_keys(plan));
    work_.moved += 2 * own_size();
    return cost_of(plan, std::max<std::size_t>(record_bytes, 1));
  }

  /// Lets one rank of each node make the plan, which would be the same on all: where ranks share cores, each
  /// would wait for the others to make it, too.
  Plan plan_together(std::span<const K> keys) {
    board_.post(keys.data(), [this] {
      for (std::size_t rank = 0; rank < world_.size(); ++rank) runs_[rank] = keys_of(rank);
      SerialWork work;
      const Plan plan = plan_pool<K>(runs_, &work);
      std::memcpy(board_.summary(), &work.compared, sizeof work.compared);
      std::ranges::copy(plan.segments(), shared_segments().begin());
    });
    std::uint64_t compared = 0;
    std::memcpy(&compared, board_.summary(), sizeof compared);
    work_.compared += compared;
    return Plan(world_.size(), shared_segments());
  }

  /// Returns the keys that a rank has posted, by slot.
  std::span<const K> keys_of(std::size_t rank) const {
    return {reinterpret_cast<const K*>(board_.records(rank)), sizes_[rank]};
  }

  // The plan that ranks share is the number of pairs of keys that were compared for it, and its segments.
  std::size_t shared_plan_bytes() const {
    return sizeof(std::uint64_t) + world_.size() * world_.size() * sizeof(Segment);
  }
  std::span<Segment> shared_segments() const {
    return {reinterpret_cast<Segment*>(board_.summary() + sizeof(std::uint64_t)),
            world_.size() * world_.size()};
  }

  /// Sends genomes straight out of the population, without a copy.
  void exchange_flat(Island& island, const Plan& plan, std::size_t record_size_bytes) {
    std::size_t arriving = 0;
    for (std::size_t other = 0; other < world_.size(); ++other) {
      const Segment out = plan.at(world_.rank(), other);
      const Segment in = plan.at(other, world_.rank());
      sends_[other] = {out.first, out.count};
      receives_[other] = {arriving, in.count};
      arriving += in.count;
    }
    world_.alltoall_records(island.pack(0, own_size()).data(), sends_,
                            island.inbox(arriving * record_size_bytes).data(), receives_, record_size_bytes);
  }

  void exchange_buffers(Island& island, const Plan& plan) {
    const auto buffer = island.pack(0, own_size());
    locate_records(buffer, own_size(), 0, offsets_);
    leaving_.resize(world_.size());
    arriving_.resize(world_.size());
    for (std::size_t target = 0; target < world_.size(); ++target) {
      const Segment out = plan.at(world_.rank(), target);
      leaving_[target] = offsets_[out.first + out.count] - offsets_[out.first];
      sends_[target] = {offsets_[out.first], leaving_[target]};
    }
    world_.alltoall(std::span<const std::size_t>(leaving_), std::span(arriving_));
    std::size_t total = 0;
    for (std::size_t source = 0; source < world_.size(); ++source) {
      receives_[source] = {total, arriving_[source]};
      total += arriving_[source];
    }
    world_.alltoall_records(buffer.data(), sends_, island.inbox(total).data(), receives_, 1);
  }

  std::span<const Key> arrived_keys(const Plan& plan) {
    auto next = arrived_keys_.begin();
    for (std::size_t source = 0; source < world_.size(); ++source) {
      const Segment in = plan.at(source, world_.rank());
      const auto keys = keys_of(source).subspan(in.first, in.count);
      next = std::ranges::transform(keys, next, [](const K& key) { return key_of(key); }).out;
    }
    return arrived_keys_;
  }

  MigrationCost cost_of(const Plan& plan, std::size_t unit_bytes) const {
    MigrationCost cost;
    const std::size_t me = world_.rank();
    const std::size_t others = world_.size() - 1;
    cost.bytes_sent = others * own_size() * sizeof(K);
    const std::size_t everyone = std::reduce(sizes_.begin(), sizes_.end());
    cost.bytes_received = (everyone - own_size()) * sizeof(K);
    for (std::size_t other = 0; other < world_.size(); ++other) {
      if (other == me) continue;
      cost.individuals_sent += plan.at(me, other).count;
      cost.bytes_sent += sends_[other].count * unit_bytes;
      cost.bytes_received += receives_[other].count * unit_bytes;
    }
    return cost;
  }

  std::vector<std::span<const K>> runs_;  // the sorted keys of all islands, by island
  Board board_;
  std::vector<BufferRange> sends_;  // in records where those have one size, else in bytes
  std::vector<BufferRange> receives_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> leaving_;
  std::vector<std::size_t> arriving_;
  std::vector<Key> arrived_keys_;
};

}  // namespace

std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed) {
  if (settings.similarity != Similarity::fitness) {
    return std::make_unique<DirectExchange<SimilarityKey>>(world, island, settings, seed);
  }
  return std::make_unique<DirectExchange<Key>>(world, island, settings, seed);
}

}  // namespace skerry
