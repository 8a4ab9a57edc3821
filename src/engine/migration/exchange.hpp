#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"

#include "engine/migration/plan.hpp"
#include "engine/mpi/communicator.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace skerry {

/// Carries out migrations between the islands of a communicator, one island a rank. Afterwards individuals
/// stand by the island they come from, and within it in its order. Both transports leave the same islands
/// behind, bit for bit. Buffers are kept from epoch to epoch.
class Exchange {
 public:
  virtual ~Exchange() = default;

  /// Collective. With one rank, or a topology without migrations, it does nothing at all. Fills in everything
  /// but the waiting: who wants to know that apart from the exchange synchronises first.
  MigrationCost migrate(Island& island, std::uint64_t epoch);

 protected:
  Exchange(Communicator& world, const Island& island, const MigrationSettings& settings, std::uint64_t seed);

  virtual MigrationCost carry_out(Island& island, std::uint64_t epoch) = 0;
  std::size_t own_size() const { return sizes_[world_.rank()]; }
  bool pools() const {
    return settings_.topology.form() == Topology::Form::pool && settings_.transfer == Transfer::move;
  }
  Plan plan_by_links(std::uint64_t epoch) const {
    return plan_links(settings_, {epoch, world_.size(), seed_}, sizes_);
  }

  /// Sorts the island by that kind of key, and returns one for each slot. Collective.
  template <typename K>
  std::span<const K> sort_by(Island& island) {
    if constexpr (std::same_as<K, DistanceKey>) {
      return sort_by_distance(island);
    } else {
      return island.sort();
    }
  }

  Communicator& world_;
  MigrationSettings settings_;
  std::uint64_t seed_;
  std::vector<std::size_t> sizes_;  // of each island

 private:
  bool migrates() const;
  /// By the distance to the best individual of all islands; of equal ones, that of the first island.
  std::span<const DistanceKey> sort_by_distance(Island& island);

  std::vector<Key> best_keys_;  // of each island
  std::vector<std::byte> best_genome_;
  MigrationCost best_cost_;  // the bytes that make it known
};

inline const Key& key_of(const Key& key) {
  return key;
}
inline const Key& key_of(const DistanceKey& key) {
  return key.key;
}

/// Collective: learns every island's size, which must stay as it is. `world` must outlive the exchange.
/// Throws UsageError for settings that cannot be, a topology whose first links do not serve included.
std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed);

/// Keys by MPI_Allgatherv, each rank plans, genomes by MPI_Alltoallv out of the populations themselves. What
/// a rank sends and receives does not grow with the number of ranks, keys aside.
std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

/// The first rank gathers keys and genomes of all, sorts, deals and scatters: the textbook form, and the
/// referee.
std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

}  // namespace skerry
