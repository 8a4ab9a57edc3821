#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace skerry {

/// A genome of N integers in an IntegerBox<N>, which bounds() returns; Integers<> has those of its box.
template <std::size_t N = run_time_size>
struct Integers : Genes<std::int32_t, N> {
  using Genes<std::int32_t, N>::Genes;

  friend bool operator==(const Integers&, const Integers&) = default;
};

namespace detail {

class IntegerMutation {
 public:
  static constexpr std::array<std::string_view, 2> names{"random_reset", "creep"};

  IntegerMutation(std::size_t genes, const OperatorSettings& settings);
  void operator()(IntegerBounds bounds, std::span<std::int32_t> child, Random& random);

 private:
  std::size_t kind_;
  RandomReset reset_;
  Creep creep_;
};

}  // namespace detail

template <std::size_t N>
struct Stock<Integers<N>> : detail::StockInBox<Integers<N>, std::int32_t, N> {
  using Genome = Integers<N>;
  using Space = IntegerBox<N>;
  static constexpr std::array<std::string_view, 1> crossovers{"uniform"};
  static constexpr auto mutations = detail::IntegerMutation::names;

  static void loci(const Space& /*box*/, const Genome& genome, Loci& loci) { loci.add_all(genome); }
  static constexpr GeneKind gene_kind = GeneKind::integer;

  class Variation {
   public:
    Variation(const Space& box, const OperatorSettings& settings) : mutation_(box.size(), settings) {
      detail::choose_operator("crossover", settings.crossover, "integers", crossovers);
    }
    void cross(const Space& /*box*/, const Genome& a, const Genome& b, Genome& child, Random& random) {
      child.resize(a.size());
      uniform_crossover(detail::view(a), detail::view(b), detail::view(child), random);
    }
    void mutate(const Space& box, Genome& child, Random& random) {
      mutation_(detail::bounds_of(box), detail::view(child), random);
    }

   private:
    detail::IntegerMutation mutation_;
  };
};

}  // namespace skerry
