#pragma once

#include "skerry/loci.hpp"
#include "skerry/random.hpp"

#include <concepts>
#include <cstddef>
#include <string>

namespace skerry {

class GenomeText;
struct OperatorSettings;

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

}  // namespace skerry
