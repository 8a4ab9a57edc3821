#pragma once

#include "skerry/error.hpp"
#include "skerry/genomes/integers.hpp"
#include "skerry/genomes/permutation.hpp"
#include "skerry/genomes/reals.hpp"

#include "puzzles/external/bit_row.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace skerry::external {

/// The values of one part of a genome.
using Values = std::variant<Reals<>, Integers<>, BitRow, Permutation<>>;

/// A genome whose parts are declared at run time.
struct Genome {
  std::vector<Values> parts;

  std::uint64_t hash() const;
  friend bool operator==(const Genome&, const Genome&) = default;
};

constexpr std::uint32_t most_parts = 1000;

/// Returns empty values of the kind with that number in Values. Throws DataError for any other number.
Values empty_values(std::uint8_t kind);

/// Is used by Boost.Serialization.
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

/// One part of all genomes of a problem.
struct PartSpace {
  using Any = std::variant<Box<>, IntegerBox<>, BitRows, Permutations<>>;  ///< in the order of Values

  std::string name;
  Any values;
};

/// The declared parts in their order.
using Space = std::vector<PartSpace>;

}  // namespace skerry::external

namespace skerry {

/// The operators of a genome with declared parts: those of a Composite of the same parts, with the same
/// random numbers.
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
