#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"
#include "skerry/random.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <boost/serialization/vector.hpp>

namespace skerry::external {

/// A string of bits whose length is known only at run time; bits from its length on are 0.
struct BitRow {
  std::vector<std::uint64_t> words;

  bool test(std::size_t bit) const { return (words[bit / 64] >> (bit % 64) & 1) != 0; }
  void flip(std::size_t bit) { words[bit / 64] ^= std::uint64_t{1} << (bit % 64); }
  std::uint64_t hash() const { return hash_of_genes<std::uint64_t>(words); }
  friend bool operator==(const BitRow&, const BitRow&) = default;
};

template <typename Archive>
void serialize(Archive& archive, BitRow& bits, unsigned /*version*/) {
  archive& bits.words;
}

class BitRows {
 public:
  /// Throws UsageError for 0 bits.
  explicit BitRows(std::size_t bits) : bits_(bits) {
    if (bits == 0) throw UsageError("a bit string has 0 bits; it has at least 1");
  }
  std::size_t size() const { return bits_; }
  std::size_t words() const { return (bits_ + 63) / 64; }

 private:
  std::size_t bits_;
};

/// They draw the same random numbers as those of skerry/operators/bits.hpp.
void cross_at_one_point(const BitRow& a, const BitRow& b, std::size_t bits, BitRow& child, Random& random);
void cross_at_two_points(const BitRow& a, const BitRow& b, std::size_t bits, BitRow& child, Random& random);
void cross_uniformly(const BitRow& a, const BitRow& b, BitRow& child, Random& random);

}  // namespace skerry::external

namespace skerry {

template <>
struct Stock<external::BitRow> {
  using Genome = external::BitRow;
  using Space = external::BitRows;
  static constexpr std::array<std::string_view, 3> crossovers{"one_point", "two_point", "uniform"};
  static constexpr std::array<std::string_view, 1> mutations{"bit_flip"};

  static std::size_t size(const Space& space) { return space.size(); }
  static void sample(const Space& space, Genome& genome, Random& random);
  static std::string fault(const Space& space, const Genome& genome);
  static double distance(const Space& space, const Genome& a, const Genome& b);
  static void loci(const Space& space, const Genome& genome, Loci& loci) {
    for (std::size_t bit = 0; bit < space.size(); ++bit) loci.add(genome.test(bit) ? 1 : 0);
  }
  static void neighbour(const Space& space, Genome& genome, Random& random) {
    genome.flip(random.below(static_cast<std::uint32_t>(space.size())));
  }

  class Variation {
   public:
    Variation(const Space& space, const OperatorSettings& settings)
        : kind_(detail::choose_operator("crossover", settings.crossover, "bits", crossovers)),
          sites_(space.size(), detail::gene_rate_of(settings, space.size())) {
      detail::choose_operator("mutation", settings.mutation, "bits", mutations);
    }
    void cross(const Space& space, const Genome& a, const Genome& b, Genome& child, Random& random);
    void mutate(const Space& /*space*/, Genome& child, Random& random) {
      sites_(random, [&](std::uint32_t bit) { child.flip(bit); });
    }

   private:
    std::size_t kind_;
    Sites sites_;
  };
};

}  // namespace skerry

namespace skerry::external {

using Values = std::variant<Reals<>, Integers<>, BitRow, Permutation<>>;

struct Genome {
  std::vector<Values> parts;

  std::uint64_t hash() const;
  friend bool operator==(const Genome&, const Genome&) = default;
};

constexpr std::uint32_t most_parts = 1000;

/// `kind` is an index in Values. Throws DataError for any other number.
Values empty_values(std::uint8_t kind);

template <typename Archive>
void serialize(Archive& archive, Genome& genome, unsigned /*version*/) {
  auto count = static_cast<std::uint32_t>(genome.parts.size());
  archive& count;
  if (count > most_parts) throw DataError("a record holds a genome of too many parts");
  genome.parts.resize(count);
  for (Values& part : genome.parts) {
    auto kind = static_cast<std::uint8_t>(part.index());
    archive& kind;
    if constexpr (Archive::is_loading::value) part = empty_values(kind);
    std::visit([&](auto& values) { archive& values; }, part);
  }
}

struct PartSpace {
  using Any = std::variant<Box<>, IntegerBox<>, BitRows, Permutations<>>;  ///< in the order of Values

  std::string name;
  Any values;
};

using Space = std::vector<PartSpace>;

}  // namespace skerry::external

namespace skerry {

/// They draw the same random numbers as those of a Composite of the same parts.
template <>
struct Stock<external::Genome> {
  using Genome = external::Genome;
  using Space = external::Space;

  static std::size_t size(const Space& space);
  static void sample(const Space& space, Genome& genome, Random& random);
  static std::string fault(const Space& space, const Genome& genome);
  static double distance(const Space& space, const Genome& a, const Genome& b);
  static void loci(const Space& space, const Genome& genome, Loci& loci);
  static void neighbour(const Space& space, Genome& genome, Random& random);
  static void describe(const Space& space, const Genome& genome, std::string& text);
  static void parse(const Space& space, GenomeText& text, Genome& genome);
  static std::vector<GenePart> gene_parts(const Space& space);
  static std::string text_of_genes(const Space& space, std::span<const std::string_view> genes);

  class Variation {
   public:
    Variation(const Space& space, const OperatorSettings& settings);
    void cross(const Space& space, const Genome& a, const Genome& b, Genome& child, Random& random);
    void mutate(const Space& space, Genome& child, Random& random);

   private:
    using Any = std::variant<Stock<Reals<>>::Variation, Stock<Integers<>>::Variation,
                             Stock<external::BitRow>::Variation, Stock<Permutation<>>::Variation>;
    std::vector<Any> parts_;
  };
};

}  // namespace skerry
