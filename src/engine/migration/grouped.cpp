#include "engine/migration/exchange.hpp"

namespace skerry {

namespace {

/// Groups of islands one after the other, at most `most` in each and as equal as can be.
class Groups {
 public:
  Groups(std::size_t islands, std::uint64_t most)
      : islands_(islands), count_((islands + most - 1) / most) {}

  std::size_t count() const { return count_; }
  std::size_t of(std::size_t island) const { return island * count_ / islands_; }
  std::size_t first(std::size_t group) const { return (group * islands_ + count_ - 1) / count_; }
  std::size_t size(std::size_t group) const { return first(group + 1) - first(group); }

 private:
  std::size_t islands_;
  std::size_t count_;
};

/// Returns a topology of islands, each of which is linked with those of its place in other groups.
Topology between_groups(const Topology& topology, std::uint64_t most) {
  return {topology.name(), [topology, most](const TopologyRequest& request) {
            const Groups groups(request.islands, most);
            const Links of_groups = topology.links({request.epoch, groups.count(), request.seed});
            Links links(request.islands);
            for (std::size_t island = 0; island < request.islands; ++island) {
              const std::size_t group = groups.of(island);
              const std::size_t place = island - groups.first(group);
              for (const std::size_t target : of_groups[group])
                links[island].push_back(groups.first(target) + place % groups.size(target));
            }
            return links;
          }};
}

MigrationSettings within_groups(MigrationSettings settings) {
  settings.group = 0;
  return settings;
}

MigrationSettings along_links(const MigrationSettings& settings) {
  MigrationSettings along;
  along.topology = between_groups(settings.links.topology, settings.group);
  along.migrants = settings.links.migrants;
  along.transfer = Transfer::copy;
  along.transport = settings.transport;
  return along;
}

/// Groups draw different random numbers, and those of the first are those of a run without groups.
std::uint64_t seed_of(std::size_t group, std::uint64_t seed) {
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
  return seed ^ (group * golden);
}

class GroupedExchange final : public Exchange {
 public:
  GroupedExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                  std::uint64_t seed)
      : Exchange(world, island, along_links(settings), seed),
        every_(settings.links.every),
        group_(Groups(world.size(), settings.group).of(world.rank())),
        members_(world.split(group_)),
        within_(make_exchange(*members_, island, within_groups(settings), seed_of(group_, seed))),
        between_(make_exchange(world, island, along_links(settings), seed)) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t epoch) override {
    MigrationCost cost = within_->migrate(island, epoch);
    work_ += within_->work();
    if ((epoch + 1) % every_ != 0) return cost;
    const MigrationCost of_links = between_->migrate(island, epoch);
    work_ += between_->work();
    cost.bytes_sent += of_links.bytes_sent;
    cost.bytes_received += of_links.bytes_received;
    cost.individuals_sent += of_links.individuals_sent;
    return cost;
  }

  std::uint64_t every_;
  std::size_t group_;
  std::unique_ptr<Communicator> members_;  // the ranks of this group
  std::unique_ptr<Exchange> within_;
  std::unique_ptr<Exchange> between_;
};

}  // namespace

std::unique_ptr<Exchange> make_grouped_exchange(Communicator& world, const Island& island,
                                                const MigrationSettings& settings, std::uint64_t seed) {
  return std::make_unique<GroupedExchange>(world, island, settings, seed);
}

}  // namespace skerry
