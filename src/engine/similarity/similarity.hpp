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

/// Gives similar individuals similar values, in whose order the pool is dealt out.
class SimilarityMeasure {
 public:
  virtual ~SimilarityMeasure() = default;

  /// Returns values by slot, none of them NaN, of an island that sort() has sorted; `ranking` is what it
  /// returned, `epoch` the one that ends. Depends on the individuals of all islands. Collective.
  virtual std::span<const double> measure(Island& island, std::span<const Key> ranking,
                                          std::uint64_t epoch) = 0;

  /// Returns what the last call of measure() carried.
  const Traffic& traffic() const { return traffic_; }

 protected:
  SimilarityMeasure(Communicator& world, std::span<const std::size_t> sizes);

  std::size_t own_size() const { return sizes_[world_.rank()]; }
  std::size_t others() const { return world_.size() - 1; }

  Communicator& world_;
  std::vector<std::size_t> sizes_;
  std::vector<double> values_;  // of this island's individuals, by slot
  Traffic traffic_;
};

/// Returns none for Similarity::fitness. Throws UsageError if the island's problem can't serve.
std::unique_ptr<SimilarityMeasure> make_similarity(Similarity similarity, Communicator& world,
                                                   const Island& island, std::span<const std::size_t> sizes,
                                                   std::uint64_t seed);

/// The value is the place in the spectral order of a sample of the pool (SpectralOrder).
std::unique_ptr<SimilarityMeasure> make_spectral_similarity(Communicator& world,
                                                            std::span<const std::size_t> sizes);

/// The self-information of an individual is the sum over its loci of log2(N / c), in bits, if c of the N
/// individuals of the pool have its value there (Shannon 1948). A gene is counted in the cell that its hash
/// names; those that share one seem more common. The number of cells follows from N, so that islands' tables
/// can be added up. Sums are of integers, and logarithms in 2^-24 bits: the same on every machine.
class GeneTable {
 public:
  /// Makes 64 cells for each individual, up to a power of two from 2^12 to 2^16. `individuals` is at least 1.
  explicit GeneTable(std::uint64_t individuals);

  void clear() { std::ranges::fill(counts_, 0U); }
  /// Counts the genes of one individual, a value for each locus.
  void count(std::span<const std::uint64_t> loci) {
    for (std::size_t locus = 0; locus < loci.size(); ++locus) ++counts_[cell(locus, loci[locus])];
  }
  /// Returns the count of each cell, to which those of other islands can be added.
  std::span<std::uint32_t> counts() { return counts_; }
  /// Must be called before information().
  void close();

  double information(std::span<const std::uint64_t> loci) const;

 private:
  std::size_t cell(std::size_t locus, std::uint64_t value) const;

  std::uint64_t individuals_;
  int shift_;
  std::vector<std::uint32_t> counts_;
  std::vector<std::uint64_t> information_;  // of each cell, in units of 2^-24 bits
};

/// Returns log2 in units of 2^-24, rounded down but for an error of the last unit. `number` is at least 1.
std::uint64_t fixed_log2(std::uint32_t number);

}  // namespace skerry
