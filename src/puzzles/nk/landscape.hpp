#pragma once

#include "skerry/genomes/bits.hpp"
#include "skerry/random.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry::nk {

constexpr std::uint32_t most_bits = 1024;
using Genome = Bits<most_bits / 64>;

/// The most contributions that the tables of a landscape may hold, of 4 bytes each.
constexpr std::uint64_t most_contributions = std::uint64_t{1} << 24;

/// Which k bits the contribution of a bit depends on, besides itself.
enum class Neighbours {
  adjacent,  ///< those that follow it, the string being a circle
  random     ///< different ones drawn at random
};

/// The parameters of an NK landscape.
struct NkSettings {
  std::uint32_t n = 20;  ///< bits, 2 to most_bits
  std::uint32_t k = 4;   ///< neighbours of a bit, 0 to n - 1
  Neighbours neighbours = Neighbours::adjacent;
  std::uint64_t instance_seed = 1;  ///< the seed of neighbours and contributions
};

/// Returns a sentence that says what is wrong with the parameters; empty if nothing is.
std::string fault_of(const NkSettings& settings);

/// An NK landscape (Kauffman 1993): each bit contributes a number that depends on itself and on k other bits,
/// and that was drawn uniformly from [0, 1) for each of their 2^(k + 1) combinations. Contributions are
/// multiples of 2^-32, so that sums are exact: equal strings have equal values on every machine, whatever
/// the order of the summands.
class Landscape {
 public:
  /// Draws the landscape. Throws UsageError for parameters out of range, and for tables of more than
  /// most_contributions.
  explicit Landscape(const NkSettings& settings);

  std::uint32_t n() const { return n_; }
  std::uint32_t k() const { return k_; }
  Neighbours neighbours() const { return kind_; }

  /// Returns the sum of the contributions, in units of 2^-32.
  std::uint64_t sum(const Genome& genome) const;
  /// Returns the mean contribution that belongs to a sum, in [0, 1).
  double mean(std::uint64_t sum) const;

  /// Returns the contributions of a bit by the combination of the bits on which they depend; bit 0 of a
  /// combination is the bit itself, bit j its neighbour j, counted from 1.
  std::span<const std::uint32_t> table(std::uint32_t bit) const {
    return std::span(tables_).subspan(std::size_t{bit} << (k_ + 1), std::size_t{1} << (k_ + 1));
  }
  /// Returns the bits on which the contribution of a bit depends, itself first.
  std::span<const std::uint32_t> inputs(std::uint32_t bit) const {
    return std::span(inputs_).subspan(std::size_t{bit} * (k_ + 1), k_ + 1);
  }

 private:
  void draw_neighbours(std::uint32_t bit, Random& random);

  std::uint32_t n_;
  std::uint32_t k_;
  Neighbours kind_;
  std::vector<std::uint32_t> inputs_;  // [n * (k + 1)]
  std::vector<std::uint32_t> tables_;  // [n * 2^(k + 1)]
};

/// Returns the largest sum of a landscape with adjacent neighbours, by dynamic programming along the string
/// for each beginning of k bits (Wright, Thompson and Zhang 2000), which takes about n 4^k steps. Returns
/// none for random neighbours, and where it would take more than 2^26 steps.
std::optional<std::uint64_t> largest_sum(const Landscape& landscape);

}  // namespace skerry::nk
