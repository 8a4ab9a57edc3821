#pragma once

#include "skerry/algorithms/adaptive_mutation.hpp"
#include "skerry/algorithms/breeder.hpp"
#include "skerry/algorithms/plus_replacement.hpp"
#include "skerry/algorithms/settings.hpp"
#include "skerry/population/observer.hpp"
#include "skerry/population/population.hpp"
#include "skerry/population/population_island.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace skerry {

/// A genetic algorithm over one population (Levonyan et al. 2020, section V, generalised): selection,
/// crossover, mutation at a fixed or an adaptive rate, repair, local search, replacement, random immigrants
/// where diversity is low, and a restart where the search stagnates. Once warm it allocates nothing for an
/// individual, as long as the problem does not.
template <CompleteProblem P>
class GeneticIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  /// Does not check the settings, since Algorithm has checked them.
  GeneticIsland(P problem, const Genetic& settings, std::uint64_t seed, std::uint32_t island)
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        settings_(settings),
        breeder_(evaluator_, settings),
        mutation_(settings) {
    children_.resize(settings.offspring);
  }

  using PopulationIsland<P>::size;

  void record_births() override {
    this->start_births();
    breeder_.keep_parents();
  }

 private:
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::next_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;
  using PopulationIsland<P>::ranking_;

  void advance() override {
    if (mutation_.adapts()) {
      breeder_.set_mutation_rate(mutation_.next_rate(fitness_diversity(population_.keys)));
    }
    breeder_.breed(population_, children_, random_);
    this->add_births(children_, breeder_.parents());
    this->observe_bests(children_);
    replace();
    if (!immigrants_join() && lacks_diversity(population_)) bring_immigrants();
  }

  bool immigrants_join() const { return settings_.immigration == ImmigrationKind::join_offspring; }
  /// Tells whether random immigrants are due if these are the survivors.
  bool lacks_diversity(const Population<Genome>& survivors) const {
    return !this->restart_due() && settings_.immigrants_below > 0 &&
           fitness_diversity(survivors.keys) < settings_.immigrants_below;
  }
  std::size_t immigrants() const {
    return static_cast<std::size_t>(settings_.immigrants_share * static_cast<double>(size()));
  }

  void replace() {
    if (settings_.replacement == ReplacementKind::plus) {
      select_survivors();
      if (immigrants_join() && lacks_diversity(next_)) join_immigrants();
      std::swap(population_, next_);
    } else if (children_.size() == size()) {
      // This is the usual case, which needs no copies: the children become the population, and the elites
      // replace its worst.
      best_slots(population_.keys, settings_.elites, elites_);
      std::swap(population_, children_);
      if (settings_.elites > 0) order_by_key(population_.keys, ranking_);
      for (std::size_t elite = 0; elite < settings_.elites; ++elite) {
        copy(children_, elites_[elite], population_, ranking_[size() - 1 - elite]);
      }
    } else {
      replace_by_fewer_or_more();
    }
  }

  /// Writes the best of parents and children to next_.
  void select_survivors() {
    const auto survivors = plus_.survivors(population_, children_, settings_.keep_duplicates);
    for (std::size_t slot = 0; slot < size(); ++slot) {
      const bool parent = survivors[slot] < size();
      const Population<Genome>& from = parent ? population_ : children_;
      copy(from, parent ? survivors[slot] : survivors[slot] - size(), next_, slot);
    }
  }

  /// Adds random immigrants to the children, and selects the survivors again.
  void join_immigrants() {
    const std::size_t children = children_.size();
    children_.resize(children + immigrants());
    this->sample_into(children_, this->slots_between(children, children_.size()));
    this->observe_bests(children_);
    select_survivors();
    children_.resize(children);
    this->count_immigration();
  }

  /// Does generational replacement where the number of children differs from the size of the population. The
  /// best children survive or, where there are too few, all children and the best parents.
  void replace_by_fewer_or_more() {
    const std::size_t places = size() - settings_.elites;
    const std::size_t children = std::min(places, children_.size());
    best_slots(population_.keys, size() - children, elites_);
    order_by_key(children_.keys, ranking_);
    for (std::size_t slot = 0; slot < size() - children; ++slot)
      copy(population_, elites_[slot], next_, slot);
    for (std::size_t child = 0; child < children; ++child) {
      copy(children_, ranking_[child], next_, size() - children + child);
    }
    std::swap(population_, next_);
  }

  static void copy(const Population<Genome>& from, std::size_t at, Population<Genome>& to, std::size_t slot) {
    to.genomes[slot] = from.genomes[at];
    to.keys[slot] = from.keys[at];
  }

  /// Replaces a share of the population by random immigrants; the individuals to be replaced are drawn
  /// without replacement, from all or from all but the best.
  void bring_immigrants() {
    order_by_key(population_.keys, ranking_);
    const bool spare_best = settings_.immigration == ImmigrationKind::spare_best;
    auto candidates = std::span(ranking_).subspan(spare_best ? 1 : 0);
    random_.shuffle(candidates);
    this->sample_into(population_, candidates.first(std::min(immigrants(), candidates.size())));
    this->observe_bests(population_);
    this->count_immigration();
  }

  void save_own_state(std::vector<std::byte>& state) const override {
    if (mutation_.adapts()) append_record(state, mutation_.state());
  }
  void load_own_state(std::span<const std::byte> state) override {
    AdaptedMutation adapted;
    if (mutation_.adapts() && take_record(state, adapted)) mutation_.restore(adapted);
  }
  std::size_t own_state_size_bytes(std::span<const std::byte> /*state*/) const override {
    return mutation_.adapts() ? sizeof(AdaptedMutation) : 0;
  }

  Genetic settings_;
  Breeder<P> breeder_;
  AdaptiveMutation mutation_;
  PlusReplacement<Genome> plus_;
  Population<Genome> children_;
  std::vector<std::uint32_t> elites_;
};

}  // namespace skerry
