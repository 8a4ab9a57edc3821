#include "migration/exchange.hpp"

#include <chrono>
#include <numeric>
#include <stdexcept>

namespace skerry {

Exchange::Exchange(Communicator& world, const Island& island, const MigrationRule& rule)
    : world_(world), rule_(rule), sizes_(world.size()), starts_(world.size()) {
  world.allgather(island.size(), std::span(sizes_));
  std::exclusive_scan(sizes_.begin(), sizes_.end(), starts_.begin(), std::size_t{0});
  all_keys_.resize(starts_.back() + sizes_.back());
  for (std::size_t rank = 0; rank < world.size(); ++rank) runs_.push_back(keys_of(rank));
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
