#pragma once

#include "skerry/operators/bits.hpp"
#include "skerry/problem.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class Settings;
class Files;

/// The tutorial problem: a string of up to 1,024 bits should have as many ones as possible. It uses one-point
/// crossover, and flips each bit with the mutation rate.
class OneMax {
 public:
  using Genome = Bits<16>;
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
  /// Makes the child where it is to be, without a copy.
  void crossover_into(const Genome& a, const Genome& b, Genome& child, Random& random) const {
    one_point_crossover_into(a, b, child, bits_, random);
  }
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
