#pragma once

#include "skerry/genomes/bits.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry {
class Settings;
class Files;
}  // namespace skerry

namespace skerry::trap {

/// The parameters of concatenated traps.
struct TrapSettings {
  std::uint32_t blocks = 20;        ///< number of traps, at least 1
  std::uint32_t order = 5;          ///< bits of a trap, at least 2
  bool shuffled = false;            ///< whether the bits of a trap are scattered over the string
  std::uint64_t instance_seed = 1;  ///< the seed of the permutation that scatters them
};

/// Concatenated deceptive traps (Ackley 1987; Deb and Goldberg 1993). The string is divided into blocks of k
/// bits. A block with u ones contributes k if u = k, else k - 1 - u: every bit of a block but the last leads
/// away from the optimum, which has all bits set. Fitness is the sum of the blocks, and is maximised.
class Trap {
 public:
  static constexpr std::uint32_t most_bits = 1024;
  using Genome = Bits<most_bits / 64>;

  /// Throws UsageError unless there are at most `most_bits` bits.
  explicit Trap(const TrapSettings& settings);
  /// Keys of the [problem] table: blocks, order, shuffled, instance_seed.
  Trap(const Settings& settings, Files& files);

  Direction direction() const { return Direction::maximise; }
  BitStrings<Genome> bounds() const { return BitStrings<Genome>(places_.size()); }
  double evaluate(const Genome& genome) const;
  std::optional<double> optimum() const { return static_cast<double>(places_.size()); }
  /// Returns how many blocks have all bits set, and how many have none.
  std::string explain(const Genome& genome) const;

  /// Returns the positions of a block's bits in the string.
  std::vector<std::uint32_t> block(std::uint32_t number) const;

 private:
  std::uint32_t ones_of(const Genome& genome, std::size_t first) const;

  std::uint32_t order_;
  std::vector<std::uint32_t> places_;  // [block * order + i] position of bit i of the block
};

}  // namespace skerry::trap
