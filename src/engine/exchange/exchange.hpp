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

/// Carries out migrations, one island a rank. Afterwards individuals are sorted by the island that they come
/// from, in their order there. All forms lead to the same islands, bit for bit.
class Exchange {
 public:
  virtual ~Exchange() = default;

  /// Does nothing with one rank or a topology without migrations. The cost lacks the waiting, which a caller
  /// can measure by synchronising the ranks before. Collective.
  MigrationCost migrate(Island& island, std::uint64_t epoch);

  /// Returns what this rank did in the last migration, without the similarity measure.
  const SerialWork& work() const { return work_; }

 protected:
  Exchange(Communicator& world, const Island& island, const MigrationSettings& settings, std::uint64_t seed);

  virtual MigrationCost carry_out(Island& island, std::uint64_t epoch) = 0;
  std::size_t own_size() const { return sizes_[world_.rank()]; }
  bool pools() const { return settings_.pools(); }
  Plan plan_by_links(std::uint64_t epoch) const {
    return plan_links(settings_, {epoch, world_.size(), seed_}, sizes_);
  }

  /// Returns a key for each slot of the sorted island. Collective.
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
  std::vector<std::size_t> sizes_;
  SerialWork work_;

 private:
  bool migrates() const { return world_.size() > 1 && settings_.topology.form() != Topology::Form::none; }
  std::span<const SimilarityKey> sort_by_similarity(Island& island, std::uint64_t epoch);

  std::unique_ptr<SimilarityMeasure> similarity_;  // none if the order is that of fitness
};

/// Lays out so many records for each rank, one rank after the other; returns how many there are.
template <typename Count>
std::size_t lay_out(const std::vector<Count>& counts, std::vector<BufferRange>& ranges) {
  std::size_t begin = 0;
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    ranges[rank] = {begin, counts[rank]};
    begin += counts[rank];
  }
  return begin;
}

inline const Key& key_of(const Key& key) {
  return key;
}
inline const Key& key_of(const SimilarityKey& key) {
  return key.key;
}

template <template <typename> typename Form>
std::unique_ptr<Exchange> make_ranking(Communicator& world, const Island& island,
                                       const MigrationSettings& settings, std::uint64_t seed) {
  if (settings.similarity == Similarity::fitness)
    return std::make_unique<Form<Key>>(world, island, settings, seed);
  return std::make_unique<Form<SimilarityKey>>(world, island, settings, seed);
}

/// `direct` is the distributed one along links, and if prefers_distributed_deal(). Throws UsageError for
/// settings, for first links that do not balance, and for a similarity that can't be served. Collective.
std::unique_ptr<Exchange> make_exchange(Communicator& world, const Island& island,
                                        const MigrationSettings& settings, std::uint64_t seed);

/// For a pool: MPI_Allgatherv of keys, a plan in each process, MPI_Alltoallv straight from the populations.
std::unique_ptr<Exchange> make_direct_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

/// Sends genomes with their keys by MPI_Alltoallv, for a pool by DistributedDeal. A rank's work hardly grows
/// with the number of ranks, but it takes more calls than the direct exchange.
std::unique_ptr<Exchange> make_distributed_exchange(Communicator& world, const Island& island,
                                                    const MigrationSettings& settings, std::uint64_t seed);

/// The first rank gathers, sorts, deals and scatters: this is the textbook form and the reference.
std::unique_ptr<Exchange> make_gather_exchange(Communicator& world, const Island& island,
                                               const MigrationSettings& settings, std::uint64_t seed);

}  // namespace skerry
