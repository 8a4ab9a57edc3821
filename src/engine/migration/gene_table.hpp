#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace skerry {

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
