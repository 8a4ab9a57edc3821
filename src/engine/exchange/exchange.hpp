#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/migration/plan.hpp"
#include "engine/similarity/similarity.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace skerry {

/// Carries out migrations between the islands of a communicator, one island a rank. Afterwards the
/// individuals of an island are sorted by the island that they come from, and keep the order that they had
/// there. All forms lead to the same islands, bit for bit. Buffers are kept from epoch to epoch.
class Exchange {
 public:
  virtual ~Exchange() = default;

  /// Collective. It does nothing with one rank, or with a topology without migrations. It fills in all of the
  /// cost but the waiting: a caller that wants to measure the waiting synchronises the ranks before the call.
  MigrationCost migrate(Island& island, std::uint64_t epoch);

  /// Returns what this rank did by itself in the last migration, beside the similarity measure.
  const SerialWork& work() const { return work_; }

 protected:
  Exchange(Communicator& world, const Island& island, const MigrationSettings& settings, std::uint64_t seed);

  virtual MigrationCost carry_out(Island& island, std::uint64_t epoch) = 0;
  std::size_t own_size() const { return sizes_[world_.rank()]; }
  bool pools() const { return settings_.pools(); }
  Plan plan_by_links(std::uint64_t epoch) const {
    return plan_links(settings_, {epoch, world_.size(), seed_}, sizes_);
  }

  /// Sorts the island by that kind of key, and returns one for each slot. Collective.
  template <typename K>
  std::span<const K> sort_by(Island& island, std::uint64_t epoch) {
    if constexpr (std::same_as<K, SimilarityKey>) {
      return sort_by_similarity(island, epoch);
    } else {
      return pools() ? island.sort() : island.sort_for_links();
    }
  }

  Communicator& world_;
  MigrationSettings settings_;
  std::uint64_t seed_;
  std::vector<std::size_t> sizes_;  // the size of each island
  SerialWork work_;

 private:
  bool migrates() const;
  std::span<const SimilarityKey> sort_by_similarity(Island& island, std::uint64_t epoch);

  std::unique_ptr<SimilarityMeasure> similarity_;  // none where the order is that of fitness
};

inline const Key& key_of(const Key& key) {
  return key;
}
inline const Key& key_of(const SimilarityKey& key) {
  return key.key;
}

/// Makes the exchange for the transport that the settings name; `direct` is the distributed one along links,
/// and where prefers_distributed_deal() says so. It learns the size of every island, which
/// must not change afterwards. `world` must outlive the exchange. Throws UsageError for invalid settings, for
/// a topology whose first links do not balance, and for a similarity that the island's problem can't serve.
/// Collective.
std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed);

/// For a pool: sends keys by MPI_Allgatherv, lets each node make the plan, and sends genomes by MPI_Alltoallv
/// straight out of the populations. The bytes that a rank sends and receives do not grow with the number of
/// ranks, keys aside.
std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

/// Sends genomes with their keys by MPI_Alltoallv; for a pool it finds their targets by DistributedDeal. What
/// a rank sends, receives and computes hardly grows with the number of ranks, but it takes more calls than
/// the direct exchange.
std::unique_ptr<Exchange> make_distributed_exchange(Communicator& world, const Island& island,
                                                    const MigrationSettings& settings, std::uint64_t seed);

/// Gathers keys and genomes of all islands on the first rank, which sorts, deals and scatters them. This is
/// the form of the textbooks, and the reference for the direct form.
std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

/// Pools, sorts and deals within each group of islands, and then sends copies between groups, each by the
/// transport of the settings. A rank talks to those of its group and, in the epochs of the links, of the
/// islands that it is linked with.
std::unique_ptr<Exchange> make_grouped_exchange(Communicator& world, const Island& island,
                                                const MigrationSettings& settings, std::uint64_t seed);

/// Sends the elites of each island's map to the islands that own their cells, by either transport.
/// Individuals stay where they are.
std::unique_ptr<Exchange> make_home_exchange(Communicator& world, const Island& island,
                                             const MigrationSettings& settings, std::uint64_t seed);

}  // namespace skerry
