#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/genomes/bits.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"
#include "skerry/random.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <boost/serialization/vector.hpp>

namespace skerry::external {

using Values = std::variant<Reals<>, Integers<>, Bits<>, Permutation<>>;

struct Genome {
  std::vector<Values> parts;

  std::uint64_t hash() const;
  friend bool operator==(const Genome&, const Genome&) = default;
};

constexpr std::uint32_t most_parts = 1000;

/// `kind` is an index in Values. Throws DataError for any other number.
Values empty_values(std::uint8_t kind);

/// A genome of real parts alone, on which differential evolution works: genes are those of all parts in their
/// order.
struct RealGenome : Genome {
  std::size_t size() const;
  double& operator[](std::size_t gene);
  double operator[](std::size_t gene) const;
  friend bool operator==(const RealGenome&, const RealGenome&) = default;
};

/// A genome with what its last evaluation measured beside the score, so that it goes wherever the genome
/// does: to other islands and into checkpoints. It is no part of what a genome is.
template <typename G>
struct Measured : G {
  mutable std::vector<double> measures{};  ///< empty if there is no score
  friend bool operator==(const Measured& a, const Measured& b) {
    return static_cast<const G&>(a) == static_cast<const G&>(b);
  }
};

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

template <typename Archive>
void serialize(Archive& archive, RealGenome& genome, unsigned version) {
  serialize(archive, static_cast<Genome&>(genome), version);
}
template <typename Archive, typename G>
void serialize(Archive& archive, Measured<G>& genome, unsigned version) {
  serialize(archive, static_cast<Genome&>(genome), version);
  if constexpr (requires { archive.left_bytes(); }) {
    genome.measures.clear();
    // A run may start from the genomes of one that measured nothing.
    if (archive.left_bytes() == 0) return;
  }
  archive& genome.measures;
}

struct PartSpace {
  using Any =
      std::variant<Box<>, IntegerBox<>, BitStrings<Bits<>>, Permutations<>>;  ///< in the order of Values

  std::string name;
  Any values;
  bool lists_low = false;  ///< low was given as a list, and workers are told so
  bool lists_high = false;
};

using Space = std::vector<PartSpace>;

bool is_real(const Space& space);

/// The space of a RealGenome, whose parts are real.
class RealSpace {
 public:
  explicit RealSpace(const Space& parts);

  operator const Space&() const { return parts_; }
  double lower(std::size_t gene) const { return box_.lower(gene); }
  double upper(std::size_t gene) const { return box_.upper(gene); }

 private:
  Space parts_;
  Box<> box_;
};

}  // namespace skerry::external

namespace skerry {

/// Its operators draw the same random numbers as those of a Composite of the same parts.
template <>
struct Stock<external::Genome> {
  using Genome = external::Genome;
  using Space = external::Space;

  static std::size_t size(const Space& space);
  static bool is_permutation(const Space& space);
  static void sample(const Space& space, Genome& genome, Random& random);
  static std::string fault(const Space& space, const Genome& genome);
  static double distance(const Space& space, const Genome& a, const Genome& b);
  static void loci(const Space& space, const Genome& genome, Loci& loci);
  static constexpr GeneKind gene_kind = GeneKind::real;
  static void each_gene(const Space& space, const Genome& genome, const std::function<void(double)>& visit);
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
                             Stock<Bits<>>::Variation, Stock<Permutation<>>::Variation>;
    std::vector<Any> parts_;
  };
};

template <std::derived_from<external::Genome> G>
struct Stock<G> : Stock<external::Genome> {
  using Genome = G;
};

}  // namespace skerry
