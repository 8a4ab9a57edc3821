#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genome_form.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skerry {

/// A genome of N bits. If N is known only at run time, bounds() returns BitStrings<Genome>(bits) for
/// Bits<Words>, with room for 64 x Words bits in a flat record, or for Bits<>.
template <std::size_t N>
struct BitString : Bits<(N + 63) / 64> {
  static_assert(N > 0, "a bit string has at least 1 bit");

  static constexpr std::size_t size() { return N; }
  /// `bit` is from 0 to N - 1.
  bool operator[](std::size_t bit) const { return this->test(bit); }
  friend bool operator==(const BitString&, const BitString&) = default;
};

template <typename Archive, std::size_t Words>
void serialize(Archive& archive, Bits<Words>& bits, unsigned /*version*/) {
  if constexpr (Words == run_time_size) {
    archive& bits.words;
  } else {
    for (std::uint64_t& word : bits.words) archive& word;
  }
}
template <typename Archive, std::size_t N>
void serialize(Archive& archive, BitString<N>& bits, unsigned version) {
  serialize(archive, static_cast<Bits<(N + 63) / 64>&>(bits), version);
}

/// The set of all bit strings of one length.
template <typename Genome>
class BitStrings;

template <std::size_t N>
class BitStrings<BitString<N>> {
 public:
  static constexpr std::size_t size() { return N; }
};

template <std::size_t Words>
class BitStrings<Bits<Words>> {
 public:
  /// Throws UsageError unless there are 1 .. 64 x Words bits, or at least 1 of Bits<>.
  explicit BitStrings(std::size_t bits) : bits_(bits) {
    if (bits == 0 && Words == run_time_size) throw UsageError("a bit string has 0 bits; it has at least 1");
    if (bits == 0 || bits > 64 * Words) {
      throw UsageError("a bit string has " + std::to_string(bits) + " bits; it has 1 to " +
                       std::to_string(64 * Words));
    }
  }
  std::size_t size() const { return bits_; }

 private:
  std::size_t bits_;
};

namespace detail {

/// The operators of bits, for any number of words.
template <typename G, std::size_t Words>
struct StockBits {
  using Genome = G;
  using Space = BitStrings<Genome>;
  static constexpr std::array<std::string_view, 3> crossovers{"one_point", "two_point", "uniform"};
  static constexpr std::array<std::string_view, 1> mutations{"bit_flip"};

  static std::size_t size(const Space& space) { return space.size(); }
  static void sample(const Space& space, Genome& genome, Random& random) {
    bits_of(genome) = random_bits<Words>(space.size(), random);
  }
  static std::string fault(const Space& space, const Genome& genome) {
    if constexpr (Words == run_time_size) {
      if (genome.words.size() != (space.size() + 63) / 64) {
        return "the bit string has " + std::to_string(genome.words.size()) + " words of 64 bits; it has " +
               std::to_string((space.size() + 63) / 64);
      }
    }
    for (std::size_t bit = space.size(); bit < 64 * genome.words.size(); ++bit) {
      if (genome.test(bit)) {
        return "bit " + std::to_string(bit) + " is set; the bit string has " + std::to_string(space.size()) +
               " bits, counted from 0";
      }
    }
    return {};
  }
  static double distance(const Space& space, const Genome& a, const Genome& b) {
    int different = 0;
    for (std::size_t word = 0; word < a.words.size(); ++word)
      different += std::popcount(a.words[word] ^ b.words[word]);
    return different / static_cast<double>(space.size());
  }
  static void loci(const Space& space, const Genome& genome, Loci& loci) {
    for (std::size_t bit = 0; bit < space.size(); ++bit) loci.add(genome.test(bit) ? 1 : 0);
  }
  static constexpr GeneKind gene_kind = GeneKind::byte;
  template <typename Visit>
  static void each_gene(const Space& space, const Genome& genome, Visit&& visit) {
    for (std::size_t bit = 0; bit < space.size(); ++bit) visit(genome.test(bit) ? 1 : 0);
  }
  static void neighbour(const Space& space, Genome& genome, Random& random) {
    genome.flip(random.below(static_cast<std::uint32_t>(space.size())));
  }
  static void describe(const Space& space, const Genome& genome, std::string& text) {
    for (std::size_t bit = 0; bit < space.size(); ++bit) text += genome.test(bit) ? '1' : '0';
  }
  static void parse(const Space& space, GenomeText& text, Genome& genome) {
    const std::string_view word = text.word("a string of bits");
    if (word.size() != space.size() || word.find_first_not_of("01") != std::string_view::npos)
      text.fail("'" + std::string(word) + "' is not " + std::to_string(space.size()) +
                " bits; a bit is 0 or 1");
    genome = Genome{};
    genome.resize(space.size());
    for (std::size_t bit = 0; bit < word.size(); ++bit) {
      if (word[bit] == '1') genome.flip(bit);
    }
  }

  static std::string text_of_genes(const Space& /*space*/, std::span<const std::string_view> genes) {
    return joined(genes, "");
  }

  class Variation {
   public:
    Variation(const Space& space, const OperatorSettings& settings)
        : kind_(choose_operator("crossover", settings.crossover, "bits", crossovers)),
          flip_(space.size(), gene_rate_of(settings, space.size())) {
      choose_operator("mutation", settings.mutation, "bits", mutations);
    }
    void cross(const Space& space, const Genome& a, const Genome& b, Genome& child, Random& random) {
      if (space.size() < 2) {
        child = a;
      } else if (kind_ == 0) {
        one_point_crossover_into(bits_of(a), bits_of(b), bits_of(child), space.size(), random);
      } else if (kind_ == 1) {
        two_point_crossover_into(bits_of(a), bits_of(b), bits_of(child), space.size(), random);
      } else {
        uniform_crossover_into(bits_of(a), bits_of(b), bits_of(child), random);
      }
    }
    void mutate(const Space& /*space*/, Genome& child, Random& random) { flip_(bits_of(child), random); }

   private:
    std::size_t kind_;
    BitFlip flip_;
  };

 private:
  static Bits<Words>& bits_of(Genome& genome) { return genome; }
  static const Bits<Words>& bits_of(const Genome& genome) { return genome; }
};

}  // namespace detail

template <std::size_t N>
struct Stock<BitString<N>> : detail::StockBits<BitString<N>, (N + 63) / 64> {};

template <std::size_t Words>
struct Stock<Bits<Words>> : detail::StockBits<Bits<Words>, Words> {};

}  // namespace skerry
