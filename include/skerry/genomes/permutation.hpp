#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"
#include "skerry/error.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skerry {

/// A permutation of the entries 0 .. N - 1. Permutation<> has as many entries as the Permutations<> that the
/// problem's bounds() returns; with a size N a problem needs no bounds().
template <std::size_t N = run_time_size>
struct Permutation : Genes<std::uint32_t, N> {
  using Genes<std::uint32_t, N>::Genes;

  friend bool operator==(const Permutation&, const Permutation&) = default;
};
template <std::size_t N>
inline constexpr auto detail::search_space<Permutation<N>> = SearchSpace::permutation;

/// The set of all permutations of a number of entries.
template <std::size_t N = run_time_size>
class Permutations {
  static_assert(N > 0, "a permutation has at least 1 entry");

 public:
  static constexpr std::size_t size() { return N; }
};

template <>
class Permutations<run_time_size> {
 public:
  /// Throws UsageError for 0 entries.
  explicit Permutations(std::size_t entries) : entries_(entries) {
    if (entries == 0) throw UsageError("a permutation has 0 entries; it has at least 1");
  }
  std::size_t size() const { return entries_; }

 private:
  std::size_t entries_;
};

namespace detail {

std::string fault_of_permutation(Order order, std::size_t entries);
double distance_of_permutations(Order a, Order b);

class PermutationCrossover {
 public:
  static constexpr std::array<std::string_view, 5> names{"pmx", "ox", "cx", "erx", "ulx"};

  explicit PermutationCrossover(const OperatorSettings& settings);
  void operator()(Order a, Order b, std::span<std::uint32_t> child, Random& random);

 private:
  std::size_t kind_;
  PartiallyMappedCrossover pmx_;
  OrderCrossover ox_;
  CycleCrossover cx_;
  EdgeRecombination erx_;
  UniformLikeCrossover ulx_;
};

class PermutationMutation {
 public:
  static constexpr std::array<std::string_view, 4> names{"swap", "insertion", "inversion", "scramble"};

  explicit PermutationMutation(const OperatorSettings& settings);
  void operator()(std::span<std::uint32_t> child, Random& random) const;

 private:
  std::size_t kind_;
};

}  // namespace detail

template <std::size_t N>
struct Stock<Permutation<N>> : detail::StockNumbers<Permutation<N>, Permutations<N>> {
  using Genome = Permutation<N>;
  using Space = Permutations<N>;
  static constexpr auto crossovers = detail::PermutationCrossover::names;
  static constexpr auto mutations = detail::PermutationMutation::names;

  static void sample(const Space& space, Genome& genome, Random& random) {
    genome.resize(space.size());
    for (std::size_t place = 0; place < genome.size(); ++place)
      genome[place] = static_cast<std::uint32_t>(place);
    random.shuffle(detail::view(genome));
  }
  static std::string fault(const Space& space, const Genome& genome) {
    return detail::fault_of_permutation(detail::view(genome), space.size());
  }
  static double distance(const Space& /*space*/, const Genome& a, const Genome& b) {
    return detail::distance_of_permutations(detail::view(a), detail::view(b));
  }
  static void loci(const Space& /*space*/, const Genome& genome, Loci& loci) { loci.add_all(genome); }
  static constexpr GeneKind gene_kind = GeneKind::integer;
  static void neighbour(const Space& /*space*/, Genome& genome, Random& random) {
    swap_mutation(detail::view(genome), random);
  }

  class Variation {
   public:
    Variation(const Space& /*space*/, const OperatorSettings& settings)
        : crossover_(settings), mutation_(settings) {}
    void cross(const Space& /*space*/, const Genome& a, const Genome& b, Genome& child, Random& random) {
      child.resize(a.size());
      crossover_(detail::view(a), detail::view(b), detail::view(child), random);
    }
    void mutate(const Space& /*space*/, Genome& child, Random& random) {
      mutation_(detail::view(child), random);
    }

   private:
    detail::PermutationCrossover crossover_;
    detail::PermutationMutation mutation_;
  };
};

}  // namespace skerry
