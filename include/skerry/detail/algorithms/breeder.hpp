#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"
#include "skerry/selection.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace skerry {

// Both are compiled once for all problems.
template <typename... T>
void prepare_part(std::variant<T...>& selection, std::span<const Key> keys,
                  std::vector<std::uint32_t>& ranking) {
  std::visit(
      [&](auto& chosen) {
        if constexpr (requires { chosen.prepare(keys); }) {
          chosen.prepare(keys);
        } else {
          order_by_key(keys, ranking);
          chosen.prepare(ranking);
        }
      },
      selection);
}
template <typename... T>
std::uint32_t pick_by_part(std::variant<T...>& selection, Random& random) {
  return std::visit([&](auto& chosen) { return chosen.pick(random); }, selection);
}

/// Makes the children of a generation, from selection to local search; `Own` are parts of the program.
template <CompleteProblem P, typename Own = std::tuple<>>
class Breeder {
 public:
  using Genome = typename P::Genome;

  /// `evaluator` must outlive this object.
  Breeder(Evaluator<P>& evaluator, const Genetic& settings, const Own& own = {})
      : evaluator_(evaluator),
        settings_(settings),
        selection_(choose_selection(settings.selection, own)),
        crosses_(settings.crossover_rate) {
    configure_part(selection_, settings, evaluator.direction());
    if constexpr (HasOwnMutation<P>)
      gene_rate_ = own_gene_rate(evaluator.problem(), settings.operators.gene_rate);
  }

  /// The rate that adaptive mutation changes: gene_rate if mutate() takes one, else mutation_rate.
  double& adaptive_rate() { return HasOwnMutation<P> ? gene_rate_ : settings_.mutation_rate; }

  void breed(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    if (keeps_parents_) parents_.resize(children.size());
    prepare_part(selection_, parents.keys, ranking_);
    if (settings_.mating == MatingKind::round_robin) {
      make_round(parents, children, random);
    } else if (CrossesInPairs<P> || std::holds_alternative<ShuffledTournamentSelection>(selection_)) {
      make_pairs(parents, children, random);
    } else if constexpr (!CrossesInPairs<P>) {
      make_children(parents, children, random);
    }
    if constexpr (EvaluatesBatch<P>) finish_all(children, random);
  }

  using Improve = std::function<void(Genome& child, Score& score, std::uint64_t budget, Random& random)>;
  /// Has children improved by that in place of the problem's improve().
  void improve_by(Improve improve) { improve_ = std::move(improve); }

  /// Has parents() tell of all children from now on.
  void keep_parents() { keeps_parents_ = true; }
  const AnySelection<Own>& selection() const { return selection_; }
  AnySelection<Own>& selection() { return selection_; }
  /// They are those of the children made last, by slot; there are none before keep_parents().
  std::span<const ParentSlots> parents() const { return parents_; }

 private:
  // The loops below call this: compiled for each selection, they would take five times as long to compile.
  std::uint32_t pick(Random& random) { return pick_by_part(selection_, random); }

  template <typename MotherOf, typename FatherOf>
  void make_each(const Population<Genome>& parents, Population<Genome>& children, Random& random,
                 MotherOf mother_of, FatherOf father_of) {
    for (std::size_t slot = 0; slot < children.size(); ++slot) {
      Genome& child = children.genomes[slot];
      const std::uint32_t mother = mother_of(slot);
      if (!random.chance(crosses_)) {
        make_without_crossover(parents.genomes[mother], child, random);
        note(slot, without_crossover(mother));
      } else {
        const std::uint32_t father = father_of(slot);
        cross(parents.genomes[mother], parents.genomes[father], child, random);
        note(slot, {mother, father});
      }
      children.keys[slot] = finish(child, random);
    }
  }

  void make_children(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    const auto picked = [&](std::size_t) { return pick(random); };
    make_each(parents, children, random, picked, picked);
  }

  void make_pairs(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    for (std::size_t slot = 0; slot < children.size(); slot += 2) {
      const bool last = slot + 1 == children.size();
      Genome& first = children.genomes[slot];
      Genome& second = last ? spare_ : children.genomes[slot + 1];
      const std::uint32_t mother = pick(random);
      const std::uint32_t father = pick(random);
      const bool crossed = random.chance(crosses_);
      if (crossed) {
        cross_both(parents.genomes[mother], parents.genomes[father], first, second, random);
      } else {
        make_without_crossover(parents.genomes[mother], first, random);
        make_without_crossover(parents.genomes[father], second, random);
      }
      note(slot, crossed ? ParentSlots{mother, father} : without_crossover(mother));
      if (!last) note(slot + 1, crossed ? ParentSlots{mother, father} : without_crossover(father));
      children.keys[slot] = finish(first, random);
      if (!last) children.keys[slot + 1] = finish(second, random);
    }
  }

  void make_round(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    queue_.resize(children.size());
    for (std::uint32_t& survivor : queue_) survivor = pick(random);
    const auto queued = [this](std::size_t place) { return queue_[place % queue_.size()]; };
    make_each(parents, children, random, queued, [&](std::size_t slot) { return queued(slot + 1); });
  }

  // Without the attribute it is called for each child, which is a tenth slower on short genomes.
  [[gnu::always_inline]] void cross(const Genome& mother, const Genome& father, Genome& child,
                                    Random& random) {
    if constexpr (CrossesInPlace<P>) {
      evaluator_.problem().crossover_into(mother, father, child, random);
    } else {
      child = evaluator_.problem().crossover(mother, father, random);
    }
  }

  void cross_both(const Genome& mother, const Genome& father, Genome& first, Genome& second, Random& random) {
    P& problem = evaluator_.problem();
    if constexpr (CrossesInPairs<P>) {
      problem.crossover_pair(mother, father, first, second, random);
    } else if constexpr (requires { problem.cross_both(mother, father, first, second, random); }) {
      problem.cross_both(mother, father, first, second, random);
    } else {
      cross(mother, father, first, random);
      cross(father, mother, second, random);
    }
  }

  void make_without_crossover(const Genome& parent, Genome& child, Random& random) {
    if (settings_.without_crossover == WithoutCrossover::clone) {
      child = parent;
    } else {
      child = evaluator_.problem().sample(random);
    }
  }

  void note(std::size_t slot, ParentSlots parents) {
    if (keeps_parents_) [[unlikely]]
      parents_[slot] = parents;
  }

  ParentSlots without_crossover(std::uint32_t parent) const {
    return settings_.without_crossover == WithoutCrossover::clone ? ParentSlots{parent, parent}
                                                                  : ParentSlots{};
  }

  /// Mutates and repairs a child, returns its key, and applies the local search to a share of the children.
  /// If the problem evaluates batches, it only mutates: the rest is done for all children together.
  [[gnu::always_inline]] Key finish(Genome& child, Random& random) {
    mutate(child, random);
    if constexpr (EvaluatesBatch<P>) {
      return {};
    } else {
      Score score = evaluator_.evaluate_repaired(child, random);
      improve(child, score, random);
      return evaluator_.key_of(score);
    }
  }

  [[gnu::always_inline]] void mutate(Genome& child, Random& random) {
    // A problem's own mutation draws no number where all children mutate; a stock genome always draws one.
    const bool all = HasOwnMutation<P> && settings_.mutation_rate == 1;
    if (all || random.chance(settings_.mutation_rate)) evaluator_.problem().mutate(child, gene_rate_, random);
  }

  void finish_all(Population<Genome>& children, Random& random) requires EvaluatesBatch<P> {
    scores_.resize(children.size());
    evaluator_.evaluate_repaired(std::span(children.genomes), scores_, random);
    for (std::size_t slot = 0; slot < children.size(); ++slot) {
      improve(children.genomes[slot], scores_[slot], random);
      children.keys[slot] = evaluator_.key_of(scores_[slot]);
    }
  }

  void improve(Genome& child, Score& score, Random& random) {
    if constexpr (Improves<P>) {
      if (!(settings_.improve_rate > 0 && random.chance(settings_.improve_rate))) return;
      if (improve_) {
        improve_(child, score, settings_.improve_budget, random);
      } else {
        evaluator_.improve(child, score, settings_.improve_budget, random);
      }
    }
  }

  Evaluator<P>& evaluator_;
  Genetic settings_;
  AnySelection<Own> selection_;
  Improve improve_;
  Chance crosses_;
  double gene_rate_ = 0;  // of the problem's own mutation
  Genome spare_{};        // the second child of an odd pair
  bool keeps_parents_ = false;
  std::vector<ParentSlots> parents_;  // of each child
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t>
      queue_;  // round robin: the slots of the parents that were drawn, in the order of mating
  std::vector<Score> scores_;  // of the children, if the problem evaluates batches
};

}  // namespace skerry
