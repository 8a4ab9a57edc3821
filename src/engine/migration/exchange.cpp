#include "engine/migration/exchange.hpp"

#include <chrono>
#include <stdexcept>

namespace skerry {

Exchange::Exchange(Communicator& world, const Island& island, const MigrationRule& rule)
    : world_(world), rule_(rule), sizes_(world.size()), runs_(world.size()) {
  world.allgather(island.size(), std::span(sizes_));
}

MigrationCost Exchange::migrate(Island& island, std::uint64_t epoch) {
  if (world_.size() == 1 || rule_.topology == Topology::none) return {};
  if (island.size() != own_size()) throw std::logic_error("an island changed its size between migrations");
  const auto start = std::chrono::steady_clock::now();
  MigrationCost cost = carry_out(island, epoch);
  cost.elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return cost;
}

std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island, const MigrationRule& rule,
                                        Transport transport) {
  return transport == Transport::direct ? make_direct_exchange(world, island, rule)
                                        : make_gather_exchange(world, island, rule);
}

}  // namespace skerry
