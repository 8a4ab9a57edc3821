#include "engine/exchange/exchange.hpp"

#include "skerry/migration_policy.hpp"

#include "engine/exchange/distributed_exchange.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace skerry {

Exchange::Exchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                   std::uint64_t seed)
    : world_(world), settings_(settings), seed_(seed), sizes_(world.size()) {
  world.allgather(island.size(), std::span(sizes_));
  similarity_ = make_similarity(settings.similarity, world, island, sizes_, seed);
  // A topology that does not balance is refused before the first generation, not after an epoch.
  if (migrates() && !settings.pools() && settings.transfer != Transfer::home) plan_by_links(0);
}

MigrationCost Exchange::migrate(Island& island, std::uint64_t epoch) {
  if (!migrates()) return {};
  if (island.size() != own_size()) throw std::logic_error("an island changed its size between migrations");
  work_ = {};
  const auto start = std::chrono::steady_clock::now();
  MigrationCost cost = carry_out(island, epoch);
  if (similarity_) {
    cost.bytes_sent += similarity_->traffic().sent_bytes;
    cost.bytes_received += similarity_->traffic().received_bytes;
  }
  cost.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return cost;
}

std::span<const SimilarityKey> Exchange::sort_by_similarity(Island& island, std::uint64_t epoch) {
  const auto ranking = island.sort();
  return island.sort_by(similarity_->measure(island, ranking, epoch));
}

namespace {

/// Groups of islands one after the other, at most `most` in each and as equal as can be.
class Groups {
 public:
  Groups(std::size_t islands, std::uint64_t most) : islands_(islands), count_((islands + most - 1) / most) {}

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
  settings.policy = BestMigrate::name;  // a pool asks none; the island's own orders it for the links between
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

/// Pools, sorts and deals within groups, then sends copies between groups, by the transport set.
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

/// Sends the elites of each island's map to the islands that own their cells. Individuals stay.
class HomeExchange final : public Exchange {
 public:
  HomeExchange(Communicator& world, const Island& island, const MigrationSettings& settings,
               std::uint64_t seed)
      : Exchange(world, island, settings, seed),
        batches_(world.size()),
        leaving_(world.size()),
        arriving_(world.size()),
        sends_(world.size()),
        receives_(world.size()) {}

 private:
  MigrationCost carry_out(Island& island, std::uint64_t /*epoch*/) override {
    for (auto& batch : batches_) batch.clear();
    const std::size_t sent = island.send_home(static_cast<std::uint32_t>(world_.rank()), batches_);
    out_.clear();
    for (std::size_t rank = 0; rank < world_.size(); ++rank) {
      leaving_[rank] = batches_[rank].size();
      out_.insert(out_.end(), batches_[rank].begin(), batches_[rank].end());
    }
    world_.alltoall(std::span<const std::size_t>(leaving_), std::span(arriving_));
    lay_out(leaving_, sends_);
    in_.resize(lay_out(arriving_, receives_));
    if (settings_.transport == Transport::direct) {
      world_.alltoall_records(out_.data(), sends_, in_.data(), receives_, 1);
    } else {
      by_the_first_rank();
    }
    for (const BufferRange& range : receives_)
      island.come_home(std::span<const std::byte>(in_).subspan(range.first, range.count));
    island.all_home();
    return {.bytes_sent = out_.size(), .bytes_received = in_.size(), .individuals_sent = sent};
  }

  void by_the_first_rank() {
    const bool root = world_.rank() == 0;
    const std::size_t ranks = world_.size();
    std::vector<std::size_t> sizes(ranks * ranks);  // [from][to]
    world_.allgather(std::span<const std::size_t>(leaving_), std::vector<std::size_t>(ranks, ranks),
                     std::span(sizes));
    std::vector<std::size_t> from(ranks);
    std::vector<std::size_t> to(ranks);
    std::vector<std::size_t> begins(ranks * ranks);  // of each batch in what is gathered
    std::size_t begin = 0;
    for (std::size_t a = 0; a < ranks; ++a) {
      for (std::size_t b = 0; b < ranks; ++b) {
        const std::size_t size = sizes[a * ranks + b];
        begins[a * ranks + b] = std::exchange(begin, begin + size);
        from[a] += size;
        to[b] += size;
      }
    }
    std::vector<std::byte> all(root ? begin : 0);
    world_.gather(std::span<const std::byte>(out_), from, std::span(all));
    std::vector<std::byte> dealt;
    dealt.reserve(all.size());
    for (std::size_t b = 0; root && b < ranks; ++b) {
      for (std::size_t a = 0; a < ranks; ++a) {
        const auto batch = std::span(all).subspan(begins[a * ranks + b], sizes[a * ranks + b]);
        dealt.insert(dealt.end(), batch.begin(), batch.end());
      }
    }
    world_.scatter(std::span<const std::byte>(dealt), to, std::span(in_));
  }

  std::vector<std::vector<std::byte>> batches_;  // to each island
  std::vector<std::byte> out_;
  std::vector<std::byte> in_;
  std::vector<std::size_t> leaving_;
  std::vector<std::size_t> arriving_;
  std::vector<BufferRange> sends_;
  std::vector<BufferRange> receives_;
};

std::unique_ptr<Exchange> make_home_exchange(Communicator& world, const Island& island,
                                             const MigrationSettings& settings, std::uint64_t seed) {
  std::vector<SetKind> kinds(world.size());
  world.allgather(island.set_description().kind, std::span(kinds));
  if (std::ranges::any_of(kinds, [](SetKind kind) { return kind != SetKind::map; })) {
    throw UsageError(
        "migration.transfer is \"home\", which sends solutions to the island that owns their cell; every "
        "island has the algorithm \"map_elites\" then");
  }
  return std::make_unique<HomeExchange>(world, island, settings, seed);
}

}  // namespace

std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed) {
  settings.check();
  if (settings.group > 0 && settings.group < world.size())
    return std::make_unique<GroupedExchange>(world, island, settings, seed);
  if (settings.transfer == Transfer::home) return make_home_exchange(world, island, settings, seed);
  if (settings.transport == Transport::gather) return make_gather_exchange(world, island, settings, seed);
  if (!settings.pools()) return make_distributed_exchange(world, island, settings, seed);
  std::vector<std::size_t> sizes(world.size());
  world.allgather(island.size(), std::span(sizes));
  return prefers_distributed_deal(sizes) ? make_distributed_exchange(world, island, settings, seed)
                                         : make_direct_exchange(world, island, settings, seed);
}

}  // namespace skerry
