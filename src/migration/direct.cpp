#include "migration/exchange.hpp"
#include "migration/merge.hpp"
#include "migration/records.hpp"

namespace skerry {

namespace {

class DirectExchange final : public Exchange {
 public:
  DirectExchange(Communicator& world, const Island& island, const MigrationRule& rule)
      : Exchange(world, island, rule), sends_(world.size()), receives_(world.size()) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    world_.allgather(island.sort(), sizes_, std::span(all_keys_));
    const Plan plan = plan_migration(rule_, epoch, runs_);
    const std::size_t unit_bytes = island.record_size_bytes();
    if (unit_bytes > 0) {
      exchange_flat(island, plan, unit_bytes);
    } else {
      exchange_parcels(island, plan);
    }
    merge_arrivals(plan);
    island.settle(merger_.order(), merger_.keys());
    return cost_of(plan, unit_bytes > 0 ? unit_bytes : 1);
  }

  /// Genomes leave from where they stand in the population.
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

  void exchange_parcels(Island& island, const Plan& plan) {
    const auto parcel = island.pack(0, own_size());
    locate_records(parcel, own_size(), 0, offsets_);
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
    world_.alltoall_records(parcel.data(), sends_, island.inbox(total).data(), receives_, 1);
  }

  void merge_arrivals(const Plan& plan) {
    merger_.clear();
    for (std::size_t source = 0; source < world_.size(); ++source) {
      const Segment in = plan.at(source, world_.rank());
      merger_.append(runs_[source].subspan(in.first, in.count));
    }
    merger_.merge();
  }

  MigrationCost cost_of(const Plan& plan, std::size_t unit_bytes) const {
    MigrationCost cost;
    const std::size_t me = world_.rank();
    const std::size_t others = world_.size() - 1;
    cost.bytes_sent = others * own_size() * sizeof(Key);
    cost.bytes_received = (all_keys_.size() - own_size()) * sizeof(Key);
    for (std::size_t other = 0; other < world_.size(); ++other) {
      if (other == me) continue;
      cost.individuals_sent += plan.at(me, other).count;
      cost.bytes_sent += sends_[other].count * unit_bytes;
      cost.bytes_received += receives_[other].count * unit_bytes;
    }
    return cost;
  }

  std::vector<Stretch> sends_;  // in records where those have one size, else in bytes
  std::vector<Stretch> receives_;
  std::vector<std::size_t> offsets_;
  std::vector<std::size_t> leaving_;
  std::vector<std::size_t> arriving_;
  Merger merger_;
};

}  // namespace

std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationRule& rule) {
  return std::make_unique<DirectExchange>(world, island, rule);
}

}  // namespace skerry
