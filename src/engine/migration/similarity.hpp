#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/migration/effort.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace skerry {

/// Gives each individual of the pool a value, such that similar individuals have similar values; the pool is
/// dealt out in the order of these. Buffers are kept from epoch to epoch.
class SimilarityMeasure {
 public:
  virtual ~SimilarityMeasure() = default;

  /// Returns the value of each individual of an island that sort() has sorted, by slot; none is NaN.
  /// `ranking` is what sort() returned, `epoch` the epoch that ends. The result depends on the individuals of
  /// all islands, and for a random order on seed and epoch. Collective.
  virtual std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                          std::uint64_t epoch) = 0;

  /// Returns what the last call of measure() carried.
  const Traffic& traffic() const { return traffic_; }

 protected:
  SimilarityMeasure(Communicator& world, std::span<const std::size_t> sizes);

  std::size_t own_size() const { return sizes_[world_.rank()]; }
  std::size_t others() const { return world_.size() - 1; }

  Communicator& world_;
  std::vector<std::size_t> sizes_;  // the size of each island
  std::vector<double> values_;      // of this island's individuals, by slot
  Traffic traffic_;
};

/// Makes the measure of that kind for islands of these sizes; none for Similarity::fitness, whose order needs
/// no values. `world` must outlive it. Throws UsageError where the island's problem can't serve.
std::unique_ptr<SimilarityMeasure> make_similarity(Similarity similarity, Communicator& world,
                                                   const Island& island, std::span<const std::size_t> sizes,
                                                   std::uint64_t seed);

/// The value is the distance to the best individual of all islands; among equally good ones, to that of the
/// first island.
std::unique_ptr<SimilarityMeasure> make_genotype_similarity(Communicator& world,
                                                            std::span<const std::size_t> sizes);

/// The value is the self-information of an individual's genes in the pool (GeneTable): common individuals
/// come first, rare ones last. Throws UsageError where the problem does not know the loci of its genomes.
std::unique_ptr<SimilarityMeasure> make_entropy_similarity(Communicator& world, const Island& island,
                                                           std::span<const std::size_t> sizes);

/// The value is the place in the spectral order of a sample of the pool (SpectralOrder).
std::unique_ptr<SimilarityMeasure> make_spectral_similarity(Communicator& world,
                                                            std::span<const std::size_t> sizes);

/// The value is a random number, another one for each migration of a run: similar individuals come to any
/// islands.
std::unique_ptr<SimilarityMeasure> make_random_similarity(Communicator& world,
                                                          std::span<const std::size_t> sizes,
                                                          std::uint64_t seed);

/// The value is the place in the crowded order of the pool (CrowdedOrder). Throws UsageError where the island
/// knows of no objectives.
std::unique_ptr<SimilarityMeasure> make_front_similarity(Communicator& world, const Island& island,
                                                         std::span<const std::size_t> sizes);

}  // namespace skerry
