#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/plan.hpp"
#include "skerry/migration/settings.hpp"

#include "engine/mpi/communicator.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace skerry {

/// Carries out migrations between the islands of a communicator, one island a rank. Afterwards each island is
/// sorted: by key, individuals of equal keys by the island and then the slot they came from. Both transports
/// leave the same islands behind, bit for bit. Buffers are kept from epoch to epoch.
class Exchange {
 public:
  virtual ~Exchange() = default;

  /// Collective. With one rank, or Topology::none, it does nothing at all. Fills in everything but the
  /// waiting: who wants to know that apart from the exchange synchronises first.
  MigrationCost migrate(Island& island, std::uint64_t epoch);

 protected:
  Exchange(Communicator& world, const Island& island, const MigrationRule& rule);

  virtual MigrationCost carry_out(Island& island, std::uint64_t epoch) = 0;
  std::size_t own_size() const { return sizes_[world_.rank()]; }

  Communicator& world_;
  MigrationRule rule_;
  std::vector<std::size_t> sizes_;          // of each island
  std::vector<std::span<const Key>> runs_;  // everyone's sorted keys, by island
};

/// Collective: learns every island's size, which must stay as it is. `world` must outlive the exchange.
std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island, const MigrationRule& rule,
                                        Transport transport);

/// Keys by MPI_Allgatherv, each rank plans, genomes by MPI_Alltoallv out of the populations themselves. What
/// a rank sends and receives does not grow with the number of ranks, keys aside.
std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationRule& rule);

/// The first rank gathers keys and genomes of all, sorts, deals and scatters: the textbook form, and the
/// referee.
std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationRule& rule);

}  // namespace skerry
