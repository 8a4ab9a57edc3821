#include "engine/migration/exchange.hpp"
#include "engine/migration/records.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

namespace skerry {

namespace {

class GatherExchange final : public Exchange {
 public:
  GatherExchange(Communicator& world, const Island& island, const MigrationRule& rule)
      : Exchange(world, island, rule),
        arrived_keys_(island.size()),
        buffer_bytes_(world.size()),
        notes_(world.size()),
        one_each_(world.size(), 1),
        starts_(world.size()),
        dealt_(world.size()) {
    std::exclusive_scan(sizes_.begin(), sizes_.end(), starts_.begin(), std::size_t{0});
  }

 private:
  /// An individual on the first rank, in the order of the pool.
  struct Individual {
    Key key;
    std::size_t island = 0;
    std::size_t slot = 0;

    friend auto operator<=>(const Individual&, const Individual&) = default;
  };
  /// What the first rank has for an island.
  struct Dealt {
    std::vector<std::byte> buffer;
    std::vector<Key> keys;
  };
  /// What it tells the island before it sends that.
  struct Note {
    std::size_t buffer_bytes = 0;
    std::uint64_t emigrants = 0;
  };

  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    const std::size_t everyone = std::reduce(sizes_.begin(), sizes_.end());
    if (is_root()) all_keys_.resize(everyone);
    world_.gather(island.sort(), sizes_, std::span(all_keys_));
    const auto buffer = island.pack(0, own_size());
    world_.allgather(buffer.size(), std::span(buffer_bytes_));
    const std::size_t pool_bytes = std::reduce(buffer_bytes_.begin(), buffer_bytes_.end());
    if (is_root()) pool_bytes_.resize(pool_bytes);
    world_.gather(buffer, buffer_bytes_, std::span(pool_bytes_));

    if (is_root()) deal(island.record_size_bytes(), epoch);
    Note note;
    world_.scatter(std::span<const Note>(notes_), one_each_, std::span(&note, 1));
    receive(island, note);

    MigrationCost cost;
    cost.individuals_sent = note.emigrants;
    cost.bytes_sent = is_root() ? pool_bytes - note.buffer_bytes : buffer.size();
    cost.bytes_received = is_root() ? pool_bytes - buffer.size() : note.buffer_bytes;
    const std::size_t keys_bytes = (is_root() ? everyone - own_size() : own_size()) * sizeof(Key);
    cost.bytes_sent += keys_bytes;
    cost.bytes_received += keys_bytes;
    return cost;
  }

  bool is_root() const { return world_.rank() == 0; }

  /// Sorts the pool and deals it out in blocks as large as the islands; or lets the plan of another topology
  /// deal.
  void deal(std::size_t record_size_bytes, std::uint64_t epoch) {
    for (std::size_t island = 0; island < world_.size(); ++island) {
      runs_[island] = std::span<const Key>(all_keys_).subspan(starts_[island], sizes_[island]);
    }
    targets_.assign(all_keys_.size(), 0);
    if (rule_.topology == Topology::fully_connected) {
      deal_blocks();
    } else {
      deal_by_plan(plan_migration(rule_, epoch, runs_));
    }
    fill_buffers(record_size_bytes);
  }

  void deal_blocks() {
    pool_.clear();
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t slot = 0; slot < sizes_[island]; ++slot) {
        pool_.push_back({runs_[island][slot], island, slot});
      }
    }
    std::ranges::sort(pool_);
    auto next = pool_.begin();
    for (std::size_t target = 0; target < world_.size(); ++target) {
      for (std::size_t i = 0; i < sizes_[target]; ++i, ++next) target_of(next->island, next->slot) = target;
    }
  }

  void deal_by_plan(const Plan& plan) {
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t target = 0; target < world_.size(); ++target) {
        const Segment segment = plan.at(island, target);
        for (std::uint32_t i = 0; i < segment.count; ++i) target_of(island, segment.first + i) = target;
      }
    }
  }

  std::size_t& target_of(std::size_t island, std::size_t slot) { return targets_[starts_[island] + slot]; }

  void fill_buffers(std::size_t record_size_bytes) {
    locate_records(pool_bytes_, all_keys_.size(), record_size_bytes, offsets_);
    notes_.assign(world_.size(), {});
    for (Dealt& dealt : dealt_) dealt.buffer.clear(), dealt.keys.clear();
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t slot = 0; slot < sizes_[island]; ++slot) {
        const std::size_t target = target_of(island, slot);
        const std::size_t place = starts_[island] + slot;
        dealt_[target].buffer.insert(dealt_[target].buffer.end(), pool_bytes_.begin() + signed_offset(place),
                                     pool_bytes_.begin() + signed_offset(place + 1));
        dealt_[target].keys.push_back(runs_[island][slot]);
        if (island != target) ++notes_[island].emigrants;
      }
    }
    dealt_bytes_.clear();
    dealt_keys_.clear();
    for (std::size_t target = 0; target < world_.size(); ++target) {
      const Dealt& dealt = dealt_[target];
      notes_[target].buffer_bytes = dealt.buffer.size();
      dealt_bytes_.insert(dealt_bytes_.end(), dealt.buffer.begin(), dealt.buffer.end());
      dealt_keys_.insert(dealt_keys_.end(), dealt.keys.begin(), dealt.keys.end());
    }
  }

  std::ptrdiff_t signed_offset(std::size_t place) const {
    return static_cast<std::ptrdiff_t>(offsets_[place]);
  }

  void receive(Island& island, const Note& note) {
    for (std::size_t rank = 0; rank < world_.size(); ++rank) {
      buffer_bytes_[rank] = is_root() ? notes_[rank].buffer_bytes : note.buffer_bytes;
    }
    world_.scatter(std::span<const std::byte>(dealt_bytes_), buffer_bytes_, island.inbox(note.buffer_bytes));
    world_.scatter(std::span<const Key>(dealt_keys_), sizes_, std::span(arrived_keys_));
    island.settle(arrived_keys_);
  }

  std::vector<Key> arrived_keys_;
  std::vector<std::size_t> buffer_bytes_;
  std::vector<Note> notes_;
  std::vector<std::size_t> one_each_;
  std::vector<std::size_t> starts_;  // of each island in the pool
  std::vector<Dealt> dealt_;         // this and the rest on the first rank only
  std::vector<Key> all_keys_;
  std::vector<std::byte> pool_bytes_;
  std::vector<std::size_t> targets_;  // of each individual, island by island
  std::vector<Individual> pool_;
  std::vector<std::size_t> offsets_;
  std::vector<std::byte> dealt_bytes_;
  std::vector<Key> dealt_keys_;
};

}  // namespace

std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationRule& rule) {
  return std::make_unique<GatherExchange>(world, island, rule);
}

}  // namespace skerry
