#pragma once

#include "skerry/detail/operators/operators.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/problem.hpp"
#include "skerry/random.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class Settings;
class Files;

/// The fitness is the number of ones in a string of up to 1,024 bits.
class OneMax {
 public:
  using Genome = Bits<16>;
  static constexpr bool seeks_fitness_first = true;
  static constexpr std::uint32_t most_bits = 1024;

  explicit OneMax(std::uint32_t bits = 1000) : bits_(bits), flip_(bits, 1.0 / bits) {}
  /// Key of the [problem] table: bits, 2 to 1024 (default 1000).
  OneMax(const Settings& settings, Files& files);

  Direction direction() const { return Direction::maximise; }
  std::optional<double> optimum() const { return bits_; }
  Genome sample(Random& random) const { return random_bits<16>(bits_, random); }
  Score evaluate(const Genome& genome) const { return {0, static_cast<double>(genome.count())}; }
  Genome crossover(const Genome& a, const Genome& b, Random& random) const {
    return one_point_crossover(a, b, bits_, random);
  }
  void crossover_into(const Genome& a, const Genome& b, Genome& child, Random& random) const {
    one_point_crossover_into(a, b, child, bits_, random);
  }
  BitStrings<Genome> bounds() const { return BitStrings<Genome>(bits_); }
  double gene_rate() const { return 1.0 / bits_; }
  [[gnu::always_inline]] void mutate(Genome& genome, double rate, Random& random) {
    if (rate != flip_.rate()) [[unlikely]]
      flip_ = BitFlip(bits_, rate);
    flip_(genome, random);
  }
  void neighbour(Genome& genome, Random& random) const { genome.flip(random.below(bits_)); }
  double distance(const Genome& a, const Genome& b) const {
    int different = 0;
    for (std::size_t word = 0; word < a.words.size(); ++word)
      different += std::popcount(a.words[word] ^ b.words[word]);
    return different / static_cast<double>(bits_);
  }
  void loci(const Genome& genome, Loci& loci) const {
    for (std::uint32_t bit = 0; bit < bits_; ++bit) loci.add(genome.test(bit) ? 1 : 0);
  }

  /// The ones in the first and in the second half of the string, to which a bit in the middle belongs.
  std::vector<Feature> features() const;
  void features(const Genome& genome, std::span<double> values) const;

  /// Tells whether no bit beyond the string's length is set.
  bool valid(const Genome& genome) const;
  /// Returns the bits, from first to last, as a line of 0 and 1.
  std::string describe(const Genome& genome) const;
  Genome parse(std::string_view text, const std::string& name) const;

 private:
  std::uint32_t bits_;
  BitFlip flip_;
};

}  // namespace skerry

namespace skerry::trap {

struct TrapSettings {
  std::uint32_t blocks = 20;        ///< at least 1
  std::uint32_t order = 5;          ///< bits of a trap, at least 2
  bool shuffled = false;            ///< whether the bits of a trap are scattered over the string
  std::uint64_t instance_seed = 1;  ///< of the permutation that scatters the bits
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
  std::string explain(const Genome& genome) const;

  std::vector<std::uint32_t> block(std::uint32_t number) const;

 private:
  std::uint32_t ones_of(const Genome& genome, std::size_t first) const;

  std::uint32_t order_;
  std::vector<std::uint32_t> places_;  // [block * order + i] position of bit i of the block
};

}  // namespace skerry::trap

namespace skerry::nk {

constexpr std::uint32_t most_bits = 1024;
using Genome = Bits<most_bits / 64>;

/// Each contribution has 4 bytes.
constexpr std::uint64_t most_contributions = std::uint64_t{1} << 24;

/// Which k bits the contribution of a bit depends on, besides itself.
enum class Neighbours {
  adjacent,  ///< those that follow it, the string being a circle
  random     ///< different ones drawn at random
};

struct NkSettings {
  std::uint32_t n = 20;  ///< bits, 2 to most_bits
  std::uint32_t k = 4;   ///< neighbours of a bit, 0 to n - 1
  Neighbours neighbours = Neighbours::adjacent;
  std::uint64_t instance_seed = 1;  ///< of neighbours and contributions
};

/// Returns an empty text if nothing is wrong.
std::string fault_of(const NkSettings& settings);

/// An NK landscape (Kauffman 1993): each bit contributes a number, drawn uniformly from [0, 1) for each of
/// the 2^(k + 1) combinations of itself and k other bits. Contributions are multiples of 2^-32, so that sums
/// are exact in any order and on every machine.
class Landscape {
 public:
  /// Throws UsageError for parameters out of range, and for tables of more than most_contributions.
  explicit Landscape(const NkSettings& settings);

  std::uint32_t n() const { return n_; }
  std::uint32_t k() const { return k_; }
  Neighbours neighbours() const { return kind_; }

  /// Returns the sum of the contributions, in units of 2^-32.
  std::uint64_t sum(const Genome& genome) const;
  /// Returns the mean contribution that belongs to a sum, in [0, 1).
  double mean(std::uint64_t sum) const;

  /// Bit 0 of a combination is the bit itself, bit j its neighbour j, counted from 1.
  std::span<const std::uint32_t> table(std::uint32_t bit) const {
    return std::span(tables_).subspan(std::size_t{bit} << (k_ + 1), std::size_t{1} << (k_ + 1));
  }
  /// The bit itself is the first.
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

/// Is found by dynamic programming for each beginning of k bits (Wright, Thompson and Zhang 2000), in
/// about n 4^k steps. Returns none for random neighbours, and if it would take more than 2^26 steps.
std::optional<std::uint64_t> largest_sum(const Landscape& landscape);

/// The mean contribution of the bits is maximised.
class NkProblem {
 public:
  using Genome = nk::Genome;

  /// Throws UsageError as Landscape's constructor does.
  explicit NkProblem(const NkSettings& settings);
  /// Keys of the [problem] table: n, k, neighbours, instance_seed.
  NkProblem(const Settings& settings, Files& files);

  Direction direction() const { return Direction::maximise; }
  BitStrings<Genome> bounds() const { return BitStrings<Genome>(landscape_->n()); }
  double evaluate(const Genome& genome) const { return landscape_->mean(landscape_->sum(genome)); }
  /// Returns none if largest_sum() finds none.
  std::optional<double> optimum() const { return optimum_; }

 private:
  std::shared_ptr<const Landscape> landscape_;  // shared by the islands' copies
  std::optional<double> optimum_;
};

}  // namespace skerry::nk
