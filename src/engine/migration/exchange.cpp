#include "engine/migration/exchange.hpp"

#include "engine/migration/distributed_deal.hpp"
#include "engine/stopwatch.hpp"

#include <stdexcept>

namespace skerry {

Exchange::Exchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                   std::uint64_t seed)
    : world_(world), settings_(settings), seed_(seed), sizes_(world.size()) {
  world.allgather(island.size(), std::span(sizes_));
  similarity_ = make_similarity(settings.similarity, world, island, sizes_, seed);
  // A topology that does not balance is refused here, before the first generation, and not after the first
  // epoch.
  if (migrates() && !settings.pools() && settings.transfer != Transfer::home) plan_by_links(0);
}

bool Exchange::migrates() const {
  return world_.size() > 1 && settings_.topology.form() != Topology::Form::none;
}

MigrationCost Exchange::migrate(Island& island, std::uint64_t epoch) {
  if (!migrates()) return {};
  if (island.size() != own_size()) throw std::logic_error("an island changed its size between migrations");
  work_ = {};
  const Stopwatch watch;
  MigrationCost cost = carry_out(island, epoch);
  if (similarity_) {
    cost.bytes_sent += similarity_->traffic().sent_bytes;
    cost.bytes_received += similarity_->traffic().received_bytes;
  }
  cost.elapsed_s = watch.seconds();
  return cost;
}

std::span<const SimilarityKey> Exchange::sort_by_similarity(Island& island, std::uint64_t epoch) {
  const auto ranking = island.sort();
  return island.sort_by(similarity_->measure(island, ranking, epoch));
}

std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed) {
  settings.check();
  if (settings.group > 0 && settings.group < world.size())
    return make_grouped_exchange(world, island, settings, seed);
  if (settings.transfer == Transfer::home) return make_home_exchange(world, island, settings, seed);
  if (settings.transport == Transport::gather) return make_gather_exchange(world, island, settings, seed);
  if (!settings.pools()) return make_distributed_exchange(world, island, settings, seed);
  std::vector<std::size_t> sizes(world.size());
  world.allgather(island.size(), std::span(sizes));
  return prefers_distributed_deal(sizes) ? make_distributed_exchange(world, island, settings, seed)
                                         : make_direct_exchange(world, island, settings, seed);
}

}  // namespace skerry
