#include "engine/migration/exchange.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

namespace skerry {

Exchange::Exchange(Communicator& world, const Island& island, const MigrationSettings& settings,
                   std::uint64_t seed)
    : world_(world), settings_(settings), seed_(seed), sizes_(world.size()) {
  world.allgather(island.size(), std::span(sizes_));
  // A topology that does not balance is refused here, before the first generation, and not after the first
  // epoch.
  if (migrates() && !pools()) plan_by_links(0);
}

bool Exchange::migrates() const {
  return world_.size() > 1 && settings_.topology.form() != Topology::Form::none;
}

MigrationCost Exchange::migrate(Island& island, std::uint64_t epoch) {
  if (!migrates()) return {};
  if (island.size() != own_size()) throw std::logic_error("an island changed its size between migrations");
  const auto start = std::chrono::steady_clock::now();
  MigrationCost cost = carry_out(island, epoch);
  cost.bytes_sent += best_cost_.bytes_sent;
  cost.bytes_received += best_cost_.bytes_received;
  cost.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return cost;
}

std::span<const DistanceKey> Exchange::sort_by_distance(Island& island) {
  best_keys_.resize(world_.size());
  world_.allgather(island.sort().front(), std::span(best_keys_));
  const auto best = static_cast<std::size_t>(std::ranges::min_element(best_keys_) - best_keys_.begin());
  if (world_.rank() == best) {
    const auto record = island.pack(0, 1);
    best_genome_.assign(record.begin(), record.end());
  }
  world_.broadcast(best_genome_, best);
  const std::size_t others = world_.size() - 1;
  best_cost_.bytes_sent = others * (sizeof(Key) + (world_.rank() == best ? best_genome_.size() : 0));
  best_cost_.bytes_received = others * sizeof(Key) + (world_.rank() == best ? 0 : best_genome_.size());
  return island.sort_by_distance(best_genome_);
}

std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed) {
  settings.check();
  return settings.transport == Transport::direct ? make_direct_exchange(world, island, settings, seed)
                                                 : make_gather_exchange(world, island, settings, seed);
}

}  // namespace skerry
