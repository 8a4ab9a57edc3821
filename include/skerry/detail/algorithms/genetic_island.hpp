#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/breeder.hpp"
#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/population/population.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/problem.hpp"
#include "skerry/record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace skerry {

/// Chooses the survivors of (mu + lambda) replacement; parents are slots 0 .. mu - 1, and ties go to the
/// earlier slot. Unless `keep_duplicates`, equal genomes survive once while there are others.
template <typename Genome>
class PlusReplacement {
 public:
  /// Returns the slots of as many survivors as there are parents, the best first. The view is valid until the
  /// next call.
  std::span<const std::uint32_t> survivors(const Population<Genome>& parents,
                                           const Population<Genome>& children, bool keep_duplicates) {
    keys_.assign(parents.keys.begin(), parents.keys.end());
    keys_.insert(keys_.end(), children.keys.begin(), children.keys.end());
    order_by_key(keys_, ranking_);
    if (keep_duplicates) return std::span(ranking_).first(parents.size());

    const auto genome = [&](std::uint32_t slot) -> const Genome& {
      return slot < parents.size() ? parents.genomes[slot] : children.genomes[slot - parents.size()];
    };
    kept_.clear();
    duplicates_.clear();
    for (const std::uint32_t slot : ranking_) {
      if (kept_.size() == parents.size()) break;
      bool seen = false;
      for (auto other = kept_.rbegin(); other != kept_.rend() && keys_[*other] == keys_[slot] && !seen;
           ++other) {
        seen = genome(*other) == genome(slot);
      }
      (seen ? duplicates_ : kept_).push_back(slot);
    }
    for (std::size_t next = 0; kept_.size() < parents.size(); ++next) kept_.push_back(duplicates_[next]);
    return kept_;
  }

 private:
  std::vector<Key> keys_;
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t> kept_;
  std::vector<std::uint32_t> duplicates_;
};

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
/// times that of the parents before, the rate is multiplied by mutation_growth, up to mutation_most.
/// Otherwise it returns to mutation_rate.
class AdaptiveMutation {
 public:
  /// Starts at mutation_rate. Does not check the settings, since Algorithm has checked them.
  explicit AdaptiveMutation(const Genetic& settings)
      : base_(settings.mutation_rate),
        growth_(settings.mutation_growth),
        most_(settings.mutation_most),
        stall_(settings.mutation_stall),
        state_{settings.mutation_rate, none_yet} {}

  bool adapts() const { return growth_ > 1; }
  /// Returns the rate of the next generation, whose parents have this fitness diversity, in [0, 1].
  double next_rate(double diversity);

  const AdaptedMutation& state() const { return state_; }
  /// Continues from a state. Throws DataError if these settings never lead to it.
  void restore(const AdaptedMutation& state);

 private:
  static constexpr double none_yet = -1;

  double base_;
  double growth_;
  double most_;
  double stall_;
  AdaptedMutation state_;
};

/// A genetic algorithm over one population (Levonyan et al. 2020, section V, generalised). Once warm it
/// allocates nothing for an individual, as long as the problem does not.
template <CompleteProblem P>
class GeneticIsland final : public PopulationIsland<P> {
 public:
  using Genome = typename P::Genome;

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

  /// Does generational replacement if the number of children differs from the size of the population. The
  /// best children survive or, if there are too few, all children and the best parents.
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
