#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skerry {

/// A genome of N integers in an IntegerBox<N>, which the problem's bounds() returns. Integers<> has as many
/// genes as its IntegerBox<>.
template <std::size_t N = run_time_size>
struct Integers : Genes<std::int32_t, N> {
  using Genes<std::int32_t, N>::Genes;

  friend bool operator==(const Integers&, const Integers&) = default;
};

template <typename Archive, std::size_t N>
void serialize(Archive& archive, Integers<N>& genome, unsigned version) {
  serialize(archive, static_cast<Genes<std::int32_t, N>&>(genome), version);
}

namespace detail {

// These functions do the work of Stock<Integers<N>> for any N.
std::string fault_of_integers(IntegerBounds bounds, std::span<const std::int32_t> genes);
double distance_of_integers(IntegerBounds bounds, std::span<const std::int32_t> a,
                            std::span<const std::int32_t> b);
void sample_integers(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random);
void neighbour_of_integers(IntegerBounds bounds, std::span<std::int32_t> genes, Random& random);

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
struct Stock<Integers<N>> : detail::StockNumbers<Integers<N>, IntegerBox<N>> {
  using Genome = Integers<N>;
  using Space = IntegerBox<N>;
  static constexpr std::array<std::string_view, 1> crossovers{"uniform"};
  static constexpr auto mutations = detail::IntegerMutation::names;

  static void sample(const Space& box, Genome& genome, Random& random) {
    genome.resize(box.size());
    detail::sample_integers(bounds(box), detail::view(genome), random);
  }
  static std::string fault(const Space& box, const Genome& genome) {
    return detail::fault_of_integers(bounds(box), detail::view(genome));
  }
  static double distance(const Space& box, const Genome& a, const Genome& b) {
    return detail::distance_of_integers(bounds(box), detail::view(a), detail::view(b));
  }
  static void loci(const Space& /*box*/, const Genome& genome, Loci& loci) { loci.add_all(genome); }
  static constexpr GeneKind gene_kind = GeneKind::integer;
  static void neighbour(const Space& box, Genome& genome, Random& random) {
    detail::neighbour_of_integers(bounds(box), detail::view(genome), random);
  }

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
      mutation_(bounds(box), detail::view(child), random);
    }

   private:
    detail::IntegerMutation mutation_;
  };

 private:
  static IntegerBounds bounds(const Space& box) { return {box.lower(), box.upper()}; }
};

}  // namespace skerry
