#include "engine/exchange/exchange.hpp"
#include "engine/migration/plan.hpp"

#include <algorithm>
#include <atomic>
#include <compare>
#include <memory>
#include <numeric>
#include <utility>

namespace skerry {

namespace {

/// The keys of all islands, and the plan that one island of each process makes of them for the others there:
/// on fewer cores than islands each would wait for the others' plans.
template <typename K>
class SharedPlans {
 public:
  struct Planned {
    explicit Planned(std::span<const std::size_t> sizes)
        : keys(std::reduce(sizes.begin(), sizes.end())), plan(sizes.size()) {
      for (const K* first = keys.data(); const std::size_t size : sizes)
        runs.emplace_back(std::exchange(first, first + size), size);
    }

    std::vector<K> keys;
    std::vector<std::span<const K>> runs;  // the sorted keys of each island
    Plan plan;
    SerialWork work;
  };

  /// Collective.
  SharedPlans(Communicator& world, std::span<const std::size_t> sizes)
      : process_(world.split(world.process())), leaders_(world.split(process_->rank() == 0 ? 0 : 1)) {
    std::vector<std::size_t> processes(world.size());
    world.allgather(world.process(), std::span(processes));
    for (std::size_t island = 0; island < sizes.size(); ++island) {
      if (processes[island] == island) counts_.push_back(0);
      counts_.back() += sizes[island];
    }
    first_ = std::reduce(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(world.rank()));
    shared_ = std::static_pointer_cast<Shared>(world.share(std::make_shared<Shared>(sizes)));
  }

  /// The result stays as it is until this island plans again. Collective.
  const Planned& plan(std::span<const K> keys) {
    // A quick island may write into the next while others still read this one.
    Planned& next = shared_->turns[turn_ = 1 - turn_];
    std::ranges::copy(keys, next.keys.begin() + static_cast<std::ptrdiff_t>(first_));
    if (counts_.size() > 1) {
      meet([] {});
      if (process_->rank() == 0) leaders_->allgather_records(nullptr, counts_, next.keys.data(), sizeof(K));
    }
    meet([&] {
      next.work = {};
      next.plan = plan_pool<K>(next.runs, &next.work);
    });
    return next;
  }

 private:
  struct Shared {
    explicit Shared(std::span<const std::size_t> sizes) : turns{Planned(sizes), Planned(sizes)} {}

    Planned turns[2];
    std::atomic<std::size_t> arrivals = 0;
  };

  /// Waits for the islands of the process, of which the last to come does the work.
  template <typename Work>
  void meet(const Work& work) {
    if (++shared_->arrivals % process_->size() == 0) work();
    process_->barrier();
  }

  std::unique_ptr<Communicator> process_;
  std::unique_ptr<Communicator> leaders_;  // the first island of each process; the others have one unused
  std::vector<std::size_t> counts_;        // the keys of each process
  std::size_t first_;                      // the place of the own keys
  std::shared_ptr<Shared> shared_;
  std::size_t turn_ = 0;
};

template <typename K>
class DirectExchange final : public Exchange {
 public:
  DirectExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                 std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        plans_(world, sizes_),
        sends_(world.size()),
        receives_(world.size()),
        leaving_(world.size()),
        arriving_(world.size()),
        arrived_keys_(island.size()) {}

 private:
  using Planned = typename SharedPlans<K>::Planned;

  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    const Planned& planned = plans_.plan(sort_by<K>(island, epoch));
    work_ += planned.work;
    exchange_genomes(island, planned.plan);
    island.settle(arrived_keys(planned));
    work_.moved += 2 * own_size();
    return cost_of(planned, std::max<std::size_t>(island.record_size_bytes(), 1));
  }

  /// Sends genomes straight out of the population, without a copy, if they have one size.
  void exchange_genomes(Island& island, const Plan& plan) {
    const auto buffer = island.pack(0, own_size());
    const std::size_t record_bytes = island.record_size_bytes();
    if (record_bytes == 0) locate_records(buffer, own_size(), 0, offsets_);
    for (std::size_t other = 0; other < world_.size(); ++other) {
      const Segment out = plan.at(world_.rank(), other);
      leaving_[other] = record_bytes > 0 ? out.count : offsets_[out.first + out.count] - offsets_[out.first];
      sends_[other] = {record_bytes > 0 ? out.first : offsets_[out.first], leaving_[other]};
      arriving_[other] = plan.at(other, world_.rank()).count;
    }
    if (record_bytes == 0) world_.alltoall(std::span<const std::size_t>(leaving_), std::span(arriving_));
    const std::size_t unit_bytes = std::max<std::size_t>(record_bytes, 1);
    const auto inbox = island.inbox(lay_out(arriving_, receives_) * unit_bytes);
    world_.alltoall_records(buffer.data(), sends_, inbox.data(), receives_, unit_bytes);
  }

  std::span<const Key> arrived_keys(const Planned& planned) {
    auto next = arrived_keys_.begin();
    for (std::size_t source = 0; source < world_.size(); ++source) {
      const Segment in = planned.plan.at(source, world_.rank());
      const auto keys = planned.runs[source].subspan(in.first, in.count);
      next = std::ranges::transform(keys, next, [](const K& key) { return key_of(key); }).out;
    }
    return arrived_keys_;
  }

  MigrationCost cost_of(const Planned& planned, std::size_t unit_bytes) const {
    MigrationCost cost;
    const std::size_t me = world_.rank();
    cost.bytes_sent = (world_.size() - 1) * own_size() * sizeof(K);
    cost.bytes_received = (planned.keys.size() - own_size()) * sizeof(K);
    for (std::size_t other = 0; other < world_.size(); ++other) {
      if (other == me) continue;
      cost.individuals_sent += planned.plan.at(me, other).count;
      cost.bytes_sent += sends_[other].count * unit_bytes;
      cost.bytes_received += receives_[other].count * unit_bytes;
    }
    return cost;
  }

  SharedPlans<K> plans_;
  std::vector<BufferRange> sends_;  // in records if those have one size, else in bytes
  std::vector<BufferRange> receives_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> leaving_;
  std::vector<std::size_t> arriving_;
  std::vector<Key> arrived_keys_;
};

template <typename K>
class GatherExchange final : public Exchange {
 public:
  GatherExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                 std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        arrived_keys_(island.size()),
        buffer_bytes_(world.size()),
        notes_(world.size()),
        one_each_(world.size(), 1),
        starts_(world.size()),
        dealt_(world.size()) {
    std::exclusive_scan(sizes_.begin(), sizes_.end(), starts_.begin(), std::size_t{0});
  }

 private:
  struct Origin {
    std::size_t island = 0;
    std::size_t slot = 0;

    friend auto operator<=>(const Origin&, const Origin&) = default;
  };
  /// An individual on the first rank, in the order of the pool.
  struct Individual {
    K key;
    Origin origin;

    friend auto operator<=>(const Individual&, const Individual&) = default;
  };
  struct Note {
    std::size_t buffer_bytes = 0;
    std::uint64_t emigrants = 0;
  };

  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    const std::size_t everyone = std::reduce(sizes_.begin(), sizes_.end());
    if (is_root()) all_keys_.resize(everyone);
    world_.gather(sort_by<K>(island, epoch), sizes_, std::span(all_keys_));
    const auto buffer = island.pack(0, own_size());
    world_.allgather(buffer.size(), std::span(buffer_bytes_));
    const std::size_t pool_bytes = std::reduce(buffer_bytes_.begin(), buffer_bytes_.end());
    if (is_root()) pool_bytes_.resize(pool_bytes);
    world_.gather(buffer, buffer_bytes_, std::span(pool_bytes_));

    deal(epoch);
    if (is_root()) fill_buffers(island.record_size_bytes());
    Note note;
    world_.scatter(std::span<const Note>(notes_), one_each_, std::span(&note, 1));
    receive(island, note);

    MigrationCost cost;
    cost.individuals_sent = note.emigrants;
    cost.bytes_sent = is_root() ? dealt_bytes_.size() - note.buffer_bytes : buffer.size();
    cost.bytes_received = is_root() ? pool_bytes - buffer.size() : note.buffer_bytes;
    const std::size_t others = everyone - own_size();
    cost.bytes_sent += is_root() ? others * sizeof(Key) : own_size() * sizeof(K);
    cost.bytes_received += is_root() ? others * sizeof(K) : own_size() * sizeof(Key);
    return cost;
  }

  bool is_root() const { return world_.rank() == 0; }

  /// Every rank makes the plan of a topology, so that one which does not balance is an error on all of them.
  void deal(std::uint64_t epoch) {
    if (pools()) {
      if (is_root()) deal_blocks();
      return;
    }
    const Plan plan = plan_by_links(epoch);
    if (is_root()) deal_by_plan(plan);
  }

  void deal_blocks() {
    pool_.clear();
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t slot = 0; slot < sizes_[island]; ++slot) {
        pool_.push_back({all_keys_[starts_[island] + slot], {island, slot}});
      }
    }
    std::ranges::sort(pool_, [this](const Individual& a, const Individual& b) {
      ++work_.compared;
      return a < b;
    });
    work_.moved += 2 * pool_.size();
    auto next = pool_.begin();
    for (std::size_t target = 0; target < world_.size(); ++target) {
      dealt_[target].clear();
      for (std::size_t i = 0; i < sizes_[target]; ++i, ++next) dealt_[target].push_back(next->origin);
      std::ranges::sort(dealt_[target], [this](const Origin& a, const Origin& b) {
        ++work_.compared;
        return a < b;
      });
    }
  }

  void deal_by_plan(const Plan& plan) {
    for (auto& origins : dealt_) origins.clear();
    for (std::size_t island = 0; island < world_.size(); ++island) {
      for (std::size_t target = 0; target < world_.size(); ++target) {
        const Segment segment = plan.at(island, target);
        for (std::uint32_t i = 0; i < segment.count; ++i) {
          dealt_[target].push_back({island, segment.first + i});
        }
      }
    }
  }

  void fill_buffers(std::size_t record_size_bytes) {
    locate_records(pool_bytes_, all_keys_.size(), record_size_bytes, offsets_);
    notes_.assign(world_.size(), {});
    dealt_bytes_.clear();
    dealt_keys_.clear();
    for (std::size_t target = 0; target < world_.size(); ++target) {
      const std::size_t before = dealt_bytes_.size();
      for (const Origin& origin : dealt_[target]) {
        const std::size_t place = starts_[origin.island] + origin.slot;
        dealt_bytes_.insert(dealt_bytes_.end(), pool_bytes_.begin() + signed_offset(place),
                            pool_bytes_.begin() + signed_offset(place + 1));
        dealt_keys_.push_back(key_of(all_keys_[place]));
        work_.moved += 2;
        if (origin.island != target) ++notes_[origin.island].emigrants;
      }
      notes_[target].buffer_bytes = dealt_bytes_.size() - before;
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
  std::vector<std::size_t> starts_;  // the first place of each island in the pool
  std::vector<std::vector<Origin>>
      dealt_;  // the individuals dealt to each island; filled, like the members below, on the first rank only
  std::vector<K> all_keys_;
  std::vector<std::byte> pool_bytes_;
  std::vector<Individual> pool_;
  std::vector<std::size_t> offsets_;
  std::vector<std::byte> dealt_bytes_;
  std::vector<Key> dealt_keys_;
};

}  // namespace

std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed) {
  return make_ranking<DirectExchange>(world, island, settings, seed);
}

std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed) {
  return make_ranking<GatherExchange>(world, island, settings, seed);
}

}  // namespace skerry
