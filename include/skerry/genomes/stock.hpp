#pragma once

#include "skerry/loci.hpp"
#include "skerry/random.hpp"

#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace skerry {

class GenomeText;
struct OperatorSettings;

/// A part of a genome, for the names of its genes; stock genomes but the composites have one without a name.
struct GenePart {
  std::string name;
  std::size_t size = 0;
};

/// The engine's knowledge of a genome that it brings itself: the set of its values, and the operators that
/// keep to this set. It is specialised for Bits, BitString, Integers, Reals, SelfAdaptiveReals, Permutation
/// and Composite; a specialisation for a user's type makes that a stock genome, too. Its members, of which
/// all functions are static:
///
/// - `using Space`: what a problem's bounds() returns. Where it has a default constructor, a problem needs no
///   bounds().
/// - `std::size_t size(const Space&)`: the number of genes, at least 1.
/// - `void sample(const Space&, Genome&, Random&)`: uniform.
/// - `std::string fault(const Space&, const Genome&)`: what is wrong with a genome, a sentence; empty where
///   nothing is.
/// - `double distance(const Space&, const Genome&, const Genome&)`: in [0, 1].
/// - `void loci(const Space&, const Genome&, Loci&)`: appends the value at each locus. It may be absent.
/// - `void neighbour(const Space&, Genome&, Random&)`: one smallest change.
/// - `void describe(const Space&, const Genome&, std::string&)`: appends the text form.
/// - `void parse(const Space&, GenomeText&, Genome&)`: reads it back.
/// - `std::vector<GenePart> gene_parts(const Space&)` and `std::string text_of_genes(const Space&, std::span<
///   const std::string_view>)`: the parts by which a table names its columns of genes, and the text form of a
///   genome by the text of each gene. Without them there is one part without a name, and the texts of the
///   genes are separated by spaces.
/// - `constexpr std::array<std::string_view, n> crossovers, mutations`: names, the default first.
/// - `class Variation`: crossover and mutation. Its constructor from `(const Space&, const
///   OperatorSettings&)` throws UsageError for unknown names and parameters out of range; it has
///   `void cross(const Space&, const Genome&, const Genome&, Genome& child, Random&)` and
///   `void mutate(const Space&, Genome&, Random&)`. It may have `void cross_both(const Space&, const
///   Genome&, const Genome&, Genome& first, Genome& second, Random&)`, for children that share what each does
///   not take.
template <typename Genome>
struct Stock;

/// A genome for which the engine brings sample, crossover, mutate and the rest.
template <typename Genome>
concept StockGenome = requires {
  typename Stock<Genome>::Space;
};

/// A stock genome whose loci the engine knows.
template <typename Genome>
concept StockHasLoci = StockGenome<Genome> &&
    requires(const typename Stock<Genome>::Space& space, const Genome& genome, Loci& loci) {
  Stock<Genome>::loci(space, genome, loci);
};

namespace detail {

/// Returns the parts of a stock genome.
template <typename S>
std::vector<GenePart> gene_parts_of(const typename S::Space& space) {
  if constexpr (requires { S::gene_parts(space); }) {
    return S::gene_parts(space);
  } else {
    return {{"", S::size(space)}};
  }
}

/// Returns the text form of a genome with these genes.
template <typename S>
std::string text_of_stock_genes(const typename S::Space& space, std::span<const std::string_view> genes) {
  if constexpr (requires { S::text_of_genes(space, genes); }) {
    return S::text_of_genes(space, genes);
  } else {
    std::string text;
    for (const std::string_view gene : genes) text.append(text.empty() ? "" : " ").append(gene);
    return text;
  }
}

}  // namespace detail
}  // namespace skerry
