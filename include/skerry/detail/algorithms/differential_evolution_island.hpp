#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/error.hpp"
#include "skerry/genomes/reals.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// A problem on which differential evolution can work: its genome is Reals in a box.
template <typename P>
concept RealsInBox = HasBounds<P> && detail::search_space<typename P::Genome> == detail::SearchSpace::reals;

/// The weight F and the rate CR of one individual, as a checkpoint holds them.
struct DifferentialParameters {
  double weight = 0;
  double binomial_rate = 0;
};

template <>
inline constexpr auto members_of<DifferentialParameters> =
    std::tuple{Member{"weight", "1", "F, the weight of a difference", &DifferentialParameters::weight},
               Member{"binomial_rate", "1", "CR, the rate of genes from the mutant",
                      &DifferentialParameters::binomial_rate}};
static_assert(describes_whole<DifferentialParameters>);

/// Differential evolution (Storn and Price 1997; jDE of Brest et al. 2006). A trial replaces its individual
/// at once unless it is worse. A gene that leaves the box is put halfway to the bound (as in JADE, Zhang and
/// Sanderson 2009). Weights and rates of jDE move with the ranking and stay when individuals migrate.
template <CompleteProblem P>
requires RealsInBox<P>
class DifferentialEvolutionIsland : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  DifferentialEvolutionIsland(P problem, const DifferentialEvolution& settings, std::uint64_t seed,
                              std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        box_(evaluator_.problem().bounds()),
        settings_(settings),
        parameters_(settings.population, {settings.weight, settings.binomial_rate}) {}

 protected:
  using Parameters = DifferentialParameters;
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;

  bool adapts() const { return settings_.variant == DifferentialVariant::jde; }

  void advance() override {
    find_best();
    // Each generation makes as many trials, so whose turn it is follows from the generation.
    const std::uint64_t made = (this->generation() - 1) * settings_.offspring;
    for (std::uint64_t trial = made; trial < made + settings_.offspring; ++trial) {
      const std::size_t slot = trial % this->size();
      const Parameters tried = parameters_for(slot);
      make_trial(slot, tried);
      take_unless_worse(slot, trial_, evaluator_.key_of(evaluator_.evaluate_repaired(trial_, random_)),
                        tried);
    }
  }

  /// Called before trials are made of a population that may have changed.
  void find_best() {
    best_ = static_cast<std::size_t>(std::ranges::min_element(population_.keys) - population_.keys.begin());
  }

  void take_unless_worse(std::size_t slot, Genome& trial, const Key& key, const Parameters& tried) {
    if (population_.keys[slot] < key) return;
    std::swap(population_.genomes[slot], trial);
    population_.keys[slot] = key;
    parameters_[slot] = tried;
    if (key < population_.keys[best_]) best_ = slot;
    this->observe(population_.genomes[slot], key);
  }

  /// By jDE's rule, now and then a new weight in [0.1, 1), or a new rate in [0, 1), is tried.
  Parameters parameters_for(std::size_t slot) {
    Parameters tried = parameters_[slot];
    if (!adapts()) return tried;
    if (random_.chance(settings_.tau1)) tried.weight = 0.1 + 0.9 * random_.uniform();
    if (random_.chance(settings_.tau2)) tried.binomial_rate = random_.uniform();
    return tried;
  }

  void make_trial(std::size_t slot, Parameters parameters) {
    trial_ = population_.genomes[slot];
    const std::size_t certain = random_.below(static_cast<std::uint32_t>(trial_.size()));
    if (adapts() && random_.chance(settings_.reset_rate)) {
      const double interval = box_.upper(certain) - box_.lower(certain);
      trial_[certain] = std::min(box_.lower(certain) + random_.uniform() * interval, box_.upper(certain));
      return;
    }
    const auto [r1, r2, r3] = three_others(slot);
    const bool from_best = settings_.variant == DifferentialVariant::best_1_bin;
    const Genome& own = population_.genomes[slot];
    const Genome& base = population_.genomes[from_best ? best_ : r1];
    const Genome& plus = population_.genomes[r2];
    const Genome& minus = population_.genomes[r3];
    for (std::size_t gene = 0; gene < own.size(); ++gene) {
      const bool crossed = random_.chance(parameters.binomial_rate);
      if (!crossed && gene != certain) continue;
      const double mutant = base[gene] + parameters.weight * (plus[gene] - minus[gene]);
      trial_[gene] = within(mutant, own[gene], gene);
    }
  }

  std::remove_cvref_t<decltype(std::declval<const P&>().bounds())> box_;
  Genome trial_{};
  std::size_t evolving_ = this->size();  ///< the first individuals, of which trials are made

 private:
  double within(double mutant, double own, std::size_t gene) const {
    if (mutant < box_.lower(gene)) return own + (box_.lower(gene) - own) / 2;
    if (mutant > box_.upper(gene)) return own + (box_.upper(gene) - own) / 2;
    return mutant;
  }

  std::array<std::size_t, 3> three_others(std::size_t slot) {
    const auto draw = [&] { return std::size_t{random_.below(static_cast<std::uint32_t>(evolving_))}; };
    std::size_t r1 = draw();
    while (r1 == slot) r1 = draw();
    std::size_t r2 = draw();
    while (r2 == slot || r2 == r1) r2 = draw();
    std::size_t r3 = draw();
    while (r3 == slot || r3 == r1 || r3 == r2) r3 = draw();
    return {r1, r2, r3};
  }

  void reordered(std::span<const std::uint32_t> ranking) override {
    sorted_.clear();
    for (const std::uint32_t slot : ranking) sorted_.push_back(parameters_[slot]);
    std::swap(parameters_, sorted_);
  }

 protected:
  void save_own_state(std::vector<std::byte>& state) const override {
    for (const Parameters& own : parameters_) append_record(state, own);
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> /*state*/) const override {
    return parameters_.size() * sizeof(Parameters);
  }
  void load_own_state(std::span<const std::byte> state) override {
    for (Parameters& own : parameters_) {
      if (!take_record(state, own) ||
          !(own.weight > 0 && own.weight <= 2 && own.binomial_rate >= 0 && own.binomial_rate <= 1))
        throw DataError("a saved island holds a weight or a rate that differential evolution does not have");
    }
  }

 private:
  DifferentialEvolution settings_;
  std::vector<Parameters> parameters_;  // [slot]
  std::vector<Parameters> sorted_;
  std::size_t best_ = 0;  // the best slot, within a generation
};

}  // namespace skerry
