#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/breeder.hpp"
#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/error.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"
#include "skerry/replacement.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// The state of adaptive mutation between two generations, as a checkpoint holds it.
struct AdaptedMutation {
  double rate = 0;
  double diversity = 0;
};

template <>
inline constexpr auto members_of<AdaptedMutation> =
    std::tuple{Member{"rate", "1", "mutation rate of the last generation", &AdaptedMutation::rate},
               Member{"diversity", "1", "fitness diversity of its parents, -1 before the first generation",
                      &AdaptedMutation::diversity}};
static_assert(describes_whole<AdaptedMutation>);

/// Mutation that becomes more frequent while fitness diversity stands still; Levonyan et al. 2020 (V.B) give
/// no formula, so this is ours. If the diversity of the parents is 0, or differs by less than mutation_stall
/// times that of the parents before, the rate grows; otherwise it returns to its base.
class AdaptiveMutation {
 public:
  /// Starts at the rate `base`. Does not check the settings, since Algorithm has checked them.
  AdaptiveMutation(const Genetic& settings, double base)
      : settings_(settings), base_(base), state_{base, none_yet} {}

  bool adapts() const { return settings_.mutation_growth > 1; }
  /// Returns the rate of the next generation, whose parents have this fitness diversity, in [0, 1].
  double next_rate(double diversity);

  const AdaptedMutation& state() const { return state_; }
  /// Continues from a state. Throws DataError if these settings never lead to it.
  void restore(const AdaptedMutation& state);

 private:
  static constexpr double none_yet = -1;

  Genetic settings_;
  double base_;
  AdaptedMutation state_;
};

/// A genetic algorithm over one population (Levonyan et al. 2020, section V, generalised). Once warm it
/// allocates nothing for an individual, as long as the problem and the program's own parts do not.
template <CompleteProblem P, typename Own = std::tuple<>>
class GeneticIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

  GeneticIsland(P problem, const Genetic& settings, std::uint64_t seed, std::uint32_t island,
                const Own& own = {})
      : PopulationIsland<P>(std::move(problem), common_settings(settings), seed, island),
        settings_(settings),
        breeder_(evaluator_, settings, own),
        mutation_(settings, breeder_.adaptive_rate()),
        replacement_(choose_replacement<Genome>(settings.replacement, own)) {
    configure_part(replacement_, settings, evaluator_.direction());
    children_.resize(settings.offspring);
  }

  using PopulationIsland<P>::size;

 private:
  using PopulationIsland<P>::evaluator_;
  using PopulationIsland<P>::next_;
  using PopulationIsland<P>::population_;
  using PopulationIsland<P>::random_;
  using PopulationIsland<P>::ranking_;

  void keep_births() override {
    this->start_births();
    breeder_.keep_parents();
  }

  void advance() override {
    if (mutation_.adapts()) {
      breeder_.adaptive_rate() = mutation_.next_rate(fitness_diversity(population_.keys));
    }
    breeder_.breed(population_, children_, random_);
    this->add_births(children_, breeder_.parents());
    this->observe_bests(children_);
    replace();
    if (!immigrants_join() && lacks_diversity(population_)) bring_immigrants();
  }

  bool immigrants_join() const { return settings_.immigration == ImmigrationKind::join_offspring; }
  bool lacks_diversity(const Population<Genome>& survivors) const {
    return !this->restart_due() && settings_.immigrants_below > 0 &&
           fitness_diversity(survivors.keys) < settings_.immigrants_below;
  }
  std::size_t immigrants() const {
    return static_cast<std::size_t>(settings_.immigrants_share * static_cast<double>(size()));
  }

  void replace() {
    with_part(replacement_, [this](auto& replacement) { this->replace_by(replacement); });
  }

  template <typename R>
  void replace_by(R& replacement) {
    if constexpr (SelectsSurvivors<R, Genome>) {
      select_survivors(replacement);
      if (immigrants_join() && lacks_diversity(next_)) join_immigrants(replacement);
      std::swap(population_, next_);
    } else {
      replacement.replace(population_, children_, next_, random_);
    }
  }

  void select_survivors(auto& replacement) {
    const std::span<const std::uint32_t> survivors = replacement.survivors(population_, children_, random_);
    const bool sound = survivors.size() == size() && std::ranges::max(survivors) < size() + children_.size();
    if (!sound) {
      throw Error(ExitStatus::failed, "replacement \"" + std::string(replacement.name) + "\" has to choose " +
                                          std::to_string(size()) + " of " +
                                          std::to_string(size() + children_.size()) + " slots");
    }
    for (std::size_t slot = 0; slot < size(); ++slot) {
      const bool parent = survivors[slot] < size();
      const Population<Genome>& from = parent ? population_ : children_;
      copy_individual(from, parent ? survivors[slot] : survivors[slot] - size(), next_, slot);
    }
  }

  /// Adds random immigrants to the children, and selects the survivors again.
  void join_immigrants(auto& replacement) {
    const std::size_t children = children_.size();
    children_.resize(children + immigrants());
    this->sample_into(children_, this->slots_between(children, children_.size()));
    this->observe_bests(children_);
    select_survivors(replacement);
    children_.resize(children);
    this->count_immigration();
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
    append_part_state(state, breeder_.selection());
    append_part_state(state, replacement_);
  }
  void load_own_state(std::span<const std::byte> state) override {
    AdaptedMutation adapted;
    if (mutation_.adapts() && take_record(state, adapted)) mutation_.restore(adapted);
    take_part_state(state, breeder_.selection());
    take_part_state(state, replacement_);
  }

  Genetic settings_;
  Breeder<P, Own> breeder_;
  AdaptiveMutation mutation_;
  AnyReplacement<Own, Genome> replacement_;
  Population<Genome> children_;
};

}  // namespace skerry
