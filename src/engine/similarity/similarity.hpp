#pragma once

#include "skerry/island.hpp"
#include "skerry/migration/settings.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/migration/plan.hpp"

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

/// Counts the genes of a pool, and says how rare those of an individual are: its self-information is the sum
/// over its loci of log2(N / c), in bits, where c of the N individuals of the pool have the same value at
/// that locus. The mean over the pool is the sum of the entropies of the loci (Shannon 1948). It is 0 for an
/// individual all of whose genes the whole pool has.
///
/// A gene, which is a locus with a value, is counted in the cell that its hash names. The number of cells
/// follows from N and from nothing else, so that tables of several islands can be added up. Two genes that
/// share a cell are counted together and seem more common than they are.
///
/// All sums are of integers, and logarithms are computed in whole units of 2^-24 bits, so the results are the
/// same on every machine and in whatever order genes are counted.
class GeneTable {
 public:
  /// There are 64 cells for each individual of the pool, rounded up to a power of two, but at least 2^12 and
  /// at most 2^16. `individuals` is at least 1.
  explicit GeneTable(std::uint64_t individuals);

  /// Sets all counts to 0.
  void clear();
  /// Counts the genes of one individual, a value for each locus.
  void count(std::span<const std::uint64_t> loci);
  /// Returns the count of each cell, for tables of other islands to be added to it.
  std::span<std::uint32_t> counts() { return counts_; }
  /// Ends the counting, before calls of information().
  void close();

  /// Returns the self-information of an individual, in bits.
  double information(std::span<const std::uint64_t> loci) const;

 private:
  std::size_t cell(std::size_t locus, std::uint64_t value) const;

  std::uint64_t individuals_;
  int shift_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> information_;  // of each cell, in units of 2^-24 bits
};

/// Returns log2(number) in units of 2^-24, rounded down but for an error of the last unit. `number` is at
/// least 1.
std::uint64_t fixed_log2(std::uint32_t number);

}  // namespace skerry
