#pragma once

#include "skerry/detail/genomes/genes.hpp"
#include "skerry/detail/operators/operators.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace skerry {

/// A genome of N real numbers in a Box<N>, which bounds() returns; Reals<> has as many as its box.
template <std::size_t N = run_time_size>
struct Reals : Genes<double, N> {
  using Genes<double, N>::Genes;

  friend bool operator==(const Reals&, const Reals&) = default;
};
template <std::size_t N>
inline constexpr auto detail::search_space<Reals<N>> = SearchSpace::reals;

/// Reals with a step size for each gene, a share of its interval, which evolves with it (Schwefel 1977).
/// Iterators and indices are of the values; with different steps, equal values are different individuals.
template <std::size_t N = run_time_size>
struct SelfAdaptiveReals : Genes<double, N> {
  using Genes<double, N>::Genes;

  Genes<double, N> steps{};  ///< empty or 0 if not set yet: gaussian_step is then used

  std::uint64_t hash() const { return Genes<double, N>::hash() * 31 + steps.hash(); }
  friend bool operator==(const SelfAdaptiveReals&, const SelfAdaptiveReals&) = default;
};

template <typename Archive, std::size_t N>
void serialize(Archive& archive, SelfAdaptiveReals<N>& genome, unsigned version) {
  serialize(archive, static_cast<Genes<double, N>&>(genome), version);
  serialize(archive, genome.steps, version);
}

namespace detail {

class RealCrossover {
 public:
  static constexpr std::array<std::string_view, 4> names{"sbx", "blx_alpha", "uniform", "line"};

  explicit RealCrossover(const OperatorSettings& settings);
  void operator()(RealBounds bounds, std::span<const double> a, std::span<const double> b,
                  std::span<double> child, Random& random) const;
  /// Makes two children, which share what each does not take; by blx_alpha they are independent.
  void both(RealBounds bounds, std::span<const double> a, std::span<const double> b, std::span<double> first,
            std::span<double> second, Random& random) const;

 private:
  std::size_t kind_;
  SimulatedBinaryCrossover sbx_;
  BlendCrossover blend_;
  LineCrossover line_;
};

class RealMutation {
 public:
  static constexpr std::array<std::string_view, 2> names{"polynomial", "gaussian"};

  RealMutation(std::size_t genes, const OperatorSettings& settings);
  void operator()(RealBounds bounds, std::span<double> child, Random& random);

 private:
  std::size_t kind_;
  PolynomialMutation polynomial_;
  GaussianMutation gaussian_;
};

/// What depends on the values alone, for genomes with and without step sizes.
template <typename Genome, std::size_t N>
struct ValuesInABox : StockInBox<Genome, double, N> {
  static void loci(const Box<N>& box, const Genome& genome, Loci& loci) {
    for (std::size_t gene = 0; gene < genome.size(); ++gene)
      loci.add_real(genome[gene], box.lower(gene), box.upper(gene));
  }
  static constexpr GeneKind gene_kind = GeneKind::real;
};

}  // namespace detail

template <std::size_t N>
struct Stock<Reals<N>> : detail::ValuesInABox<Reals<N>, N> {
  using Genome = Reals<N>;
  using Space = Box<N>;
  static constexpr auto crossovers = detail::RealCrossover::names;
  static constexpr auto mutations = detail::RealMutation::names;

  class Variation {
   public:
    Variation(const Space& box, const OperatorSettings& settings)
        : crossover_(settings), mutation_(box.size(), settings) {}
    void cross(const Space& box, const Genome& a, const Genome& b, Genome& child, Random& random) {
      child.resize(a.size());
      crossover_(detail::bounds_of(box), detail::view(a), detail::view(b), detail::view(child), random);
    }
    void cross_both(const Space& box, const Genome& a, const Genome& b, Genome& first, Genome& second,
                    Random& random) {
      first.resize(a.size());
      second.resize(a.size());
      crossover_.both(detail::bounds_of(box), detail::view(a), detail::view(b), detail::view(first),
                      detail::view(second), random);
    }
    void mutate(const Space& box, Genome& child, Random& random) {
      mutation_(detail::bounds_of(box), detail::view(child), random);
    }

   private:
    detail::RealCrossover crossover_;
    detail::RealMutation mutation_;
  };
};

/// The operators of reals with step sizes. Their crossovers are those of reals; a child's steps are the
/// geometric means of its parents' steps. The text form contains the values, without steps.
template <std::size_t N>
struct Stock<SelfAdaptiveReals<N>> : detail::ValuesInABox<SelfAdaptiveReals<N>, N> {
  using Genome = SelfAdaptiveReals<N>;
  using Space = Box<N>;
  static constexpr auto crossovers = detail::RealCrossover::names;
  static constexpr std::array<std::string_view, 1> mutations{"self_adaptive"};

  static void sample(const Space& box, Genome& genome, Random& random) {
    detail::StockInBox<Genome, double, N>::sample(box, genome, random);
    genome.steps.resize(box.size());
    for (double& step : genome.steps) step = 0;
  }
  static std::string fault(const Space& box, const Genome& genome) {
    for (const double step : genome.steps) {
      if (!(step >= 0 && step <= SelfAdaptiveMutation::most_step))
        return "a step size is " + exact_text(step) + "; it lies in [0, 1]";
    }
    return detail::StockInBox<Genome, double, N>::fault(box, genome);
  }

  class Variation {
   public:
    Variation(const Space& box, const OperatorSettings& settings)
        : first_step_(settings.gaussian_step), crossover_(settings), mutation_(box.size()) {
      detail::choose_operator("mutation", settings.mutation, "self-adaptive reals", mutations);
      detail::checked_share("gaussian_step", first_step_);
    }
    void cross(const Space& box, const Genome& a, const Genome& b, Genome& child, Random& random) {
      child.resize(a.size());
      child.steps.resize(a.size());
      crossover_(detail::bounds_of(box), detail::view(a), detail::view(b), detail::view(child), random);
      for (std::size_t gene = 0; gene < a.size(); ++gene)
        child.steps[gene] = std::sqrt(step(a, gene) * step(b, gene));
    }
    void mutate(const Space& box, Genome& child, Random& random) {
      child.steps.resize(child.size());
      for (std::size_t gene = 0; gene < child.size(); ++gene) child.steps[gene] = step(child, gene);
      mutation_(detail::bounds_of(box), detail::view(child), detail::view(child.steps), random);
    }

   private:
    double step(const Genome& genome, std::size_t gene) const {
      return gene < genome.steps.size() && genome.steps[gene] > 0 ? genome.steps[gene] : first_step_;
    }

    double first_step_;
    detail::RealCrossover crossover_;
    SelfAdaptiveMutation mutation_;
  };
};

}  // namespace skerry
