#include "migration/exchange.hpp"
#include "migration/records.hpp"

#include <algorithm>
#include <compare>
#include <numeric>

namespace skerry {

namespace {

class GatherExchange final : public Exchange {
 public:
  GatherExchange(Communicator& world, const Island& island, const MigrationRule& rule)
      : Exchange(world, island, rule),
        in_order_(island.size()),
        arrived_keys_(island.size()),
        parcel_bytes_(world.size()),
        notes_(world.size()),
        one_each_(world.size(), 1) {
    std::iota(in_order_.begin(), in_order_.end(), 0U);
  }

 private:
  /// An individual on the first rank; the order is that of sorting and dealing.
  struct Individual {
    std::size_t target = 0;  // where a topology's links decide; 0 where the rank in the pool does
    Key key;
    std::size_t island = 0;
    std::size_t slot = 0;

    friend auto operator<=>(const Individual&, const Individual&) = default;
  };
  /// What the first rank tells each island about its parcel.
  struct Note {
    std::size_t size_bytes = 0;
    std::uint64_t emigrants = 0;
  };

  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    world_.gather(island.sort(), sizes_, std::span(all_keys_));
    const auto parcel = island.pack(0, own_size());
    world_.allgather(parcel.size(), std::span(parcel_bytes_));
    const std::size_t total = std::reduce(parcel_bytes_.begin(), parcel_bytes_.end());
    if (is_root()) pool_bytes_.resize(total);
    world_.gather(parcel, parcel_bytes_, std::span(pool_bytes_));

    if (is_root()) deal(island.record_size_bytes(), epoch);
    Note note;
    world_.scatter(std::span<const Note>(notes_), one_each_, std::span(&note, 1));
    const MigrationCost cost = cost_of(parcel.size(), total, note);
    for (std::size_t rank = 0; rank < world_.size(); ++rank) {
      parcel_bytes_[rank] = is_root() ? notes_[rank].size_bytes : note.size_bytes;
    }
    world_.scatter(std::span<const std::byte>(dealt_bytes_), parcel_bytes_, island.inbox(note.size_bytes));
    world_.scatter(std::span<const Key>(dealt_keys_), sizes_, std::span(arrived_keys_));
    island.settle(in_order_, arrived_keys_);
    return cost;
  }

  bool is_root() const { return world_.rank() == 0; }

  void deal(std::size_t record_size_bytes, std::uint64_t epoch) {
    pool_individuals(epoch);
    std::ranges::sort(pool_);
    locate_records(pool_bytes_, pool_.size(), record_size_bytes, offsets_);

    dealt_bytes_.clear();
    dealt_keys_.clear();
    notes_.assign(world_.size(), {});
    auto next = pool_.begin();
    for (std::size_t target = 0; target < world_.size(); ++target) {
      const std::size_t before = dealt_bytes_.size();
      for (std::size_t i = 0; i < sizes_[target]; ++i, ++next) {
        const std::size_t place = starts_[next->island] + next->slot;
        dealt_bytes_.insert(dealt_bytes_.end(),
                            pool_bytes_.begin() + static_cast<std::ptrdiff_t>(offsets_[place]),
                            pool_bytes_.begin() + static_cast<std::ptrdiff_t>(offsets_[place + 1]));
        dealt_keys_.push_back(next->key);
        if (next->island != target) ++notes_[next->island].emigrants;
      }
      notes_[target].size_bytes = dealt_bytes_.size() - before;
    }
  }

  void pool_individuals(std::uint64_t epoch) {
    pool_.clear();
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t slot = 0; slot < sizes_[island]; ++slot) {
        pool_.push_back({0, runs_[island][slot], island, slot});
      }
    }
    if (rule_.topology == Topology::fully_connected) return;
    const Plan plan = plan_migration(rule_, epoch, runs_);
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t target = 0; target < world_.size(); ++target) {
        const Segment segment = plan.at(island, target);
        for (std::uint32_t i = 0; i < segment.count; ++i) {
          pool_[starts_[island] + segment.first + i].target = target;
        }
      }
    }
  }

  MigrationCost cost_of(std::size_t own_bytes, std::size_t all_bytes, const Note& note) const {
    MigrationCost cost;
    cost.individuals_sent = note.emigrants;
    if (is_root()) {
      const std::size_t keys_bytes = (all_keys_.size() - own_size()) * sizeof(Key);
      cost.bytes_received = all_bytes - own_bytes + keys_bytes;
      cost.bytes_sent = all_bytes - note.size_bytes + keys_bytes;
    } else {
      cost.bytes_sent = own_bytes + own_size() * sizeof(Key);
      cost.bytes_received = note.size_bytes + own_size() * sizeof(Key);
    }
    return cost;
  }

  std::vector<std::uint32_t> in_order_;  // 0, 1, 2, ...: parcels arrive as they are to stand
  std::vector<Key> arrived_keys_;
  std::vector<std::size_t> parcel_bytes_;
  std::vector<Note> notes_;
  std::vector<std::size_t> one_each_;
  std::vector<std::byte> pool_bytes_;  // these on the first rank only
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
