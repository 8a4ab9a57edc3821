#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/population/evaluator.hpp"
#include "skerry/detail/population/observer.hpp"
#include "skerry/detail/population/population.hpp"
#include "skerry/problem.hpp"
#include "skerry/random.hpp"
#include "skerry/score.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace skerry {

/// Draws from a discrete distribution in constant time (Walker 1977, in the form of Vose 1991).
class AliasTable {
 public:
  /// Sets the weights, which are non-negative and finite; if all are 0, the distribution is uniform.
  /// Allocates nothing for a number of weights seen before.
  void assign(std::span<const double> weights);
  std::uint32_t draw(Random& random) const {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(entries_.size()));
    const Entry& entry = entries_[at];
    return random.uniform() < entry.keep ? at : entry.alias;
  }

 private:
  struct Entry {
    double keep = 1;
    std::uint32_t alias = 0;
  };
  std::vector<Entry> entries_;
  std::vector<double> scaled_;
  std::vector<std::uint32_t> small_;
  std::vector<std::uint32_t> large_;
};

/// Linear ranking selection (Baker 1985): of n individuals, best first, the one at rank r has the probability
/// (pressure - (2 pressure - 2) r / (n - 1)) / n.
class LinearRankingSelection {
 public:
  /// `pressure` is the expected number of children of the best as a multiple of the mean, in [1, 2].
  explicit LinearRankingSelection(double pressure) : pressure_(pressure) {}
  /// `ranking` holds slots, best first.
  void prepare(std::span<const std::uint32_t> ranking);
  std::uint32_t pick(Random& random) const { return ranking_[table_.draw(random)]; }

 private:
  double pressure_;
  AliasTable table_;
  std::size_t table_size_ = 0;
  std::vector<double> weights_;
  std::span<const std::uint32_t> ranking_;
};

/// The rank selection of Tate and Smith (Computers & Operations Research 22, 1995): of m individuals, the one
/// at the rank floor(U^2) is drawn, where U is uniform in [1, sqrt(m)], so the worst is never drawn.
class TateSmithSelection {
 public:
  /// `ranking` holds slots, best first, and must exist until the last pick().
  void prepare(std::span<const std::uint32_t> ranking) {
    ranking_ = ranking;
    span_ = std::sqrt(static_cast<double>(ranking.size())) - 1;
  }
  std::uint32_t pick(Random& random) const {
    const double root = 1 + span_ * random.uniform();
    // Where U is rounded up to sqrt(m), its square may exceed m.
    return ranking_[std::min(static_cast<std::size_t>(root * root), ranking_.size()) - 1];
  }

 private:
  std::span<const std::uint32_t> ranking_;
  double span_ = 0;  // the length of the interval from which U is drawn
};

/// Tournament selection of `size` entrants, drawn with replacement. The best wins with probability
/// `win_rate`, else the second with the same probability, and so on; the last wins if no other did.
class TournamentSelection {
 public:
  /// `size` is at least 1; `win_rate` lies in [0, 1].
  TournamentSelection(std::uint64_t size, double win_rate)
      : size_(static_cast<std::uint32_t>(size)), win_rate_(win_rate), wins_(win_rate) {}
  /// `keys` are by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random);

 private:
  template <std::size_t entrants>
  std::uint32_t cheapest_of(Random& random) const;
  bool better(std::uint32_t a, std::uint32_t b) const { return keys_[a] < keys_[b]; }
  std::uint32_t pick_certain(Random& random) const;
  std::uint32_t pick_uncertain(Random& random);
  std::uint32_t pick_uncertain_of_two(Random& random) const;

  std::uint32_t size_;
  double win_rate_;
  Chance wins_;
  std::span<const Key> keys_;
  bool by_cost_ = false;       // whether the best always wins, and all violations are the same
  std::vector<double> costs_;  // by slot, if so
  std::vector<std::uint32_t> entrants_;
};

/// Tournaments of two between neighbours of a random order, as in the program of Deb et al. (2002), so that
/// all individuals enter equally often, give or take one.
class ShuffledTournamentSelection {
 public:
  /// `keys` are by slot, and must exist until the last pick().
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random);

 private:
  std::span<const Key> keys_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // the place of the next entrant
};

/// Fitness-proportional selection with windowing: the weight is how much better an individual is than the
/// worst feasible one. Infeasible ones are drawn, by violation, only if no individual is feasible.
class ProportionalSelection {
 public:
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  AliasTable table_;
  std::vector<double> weights_;
};

/// Selection by the distance to an ideal fitness (docs/jump_maze.md), with the weight 1 / (cost - ideal
/// cost). If individuals reach the ideal, only these are drawn; infeasible ones are drawn only if none is
/// feasible.
class ReciprocalSelection {
 public:
  /// `ideal_cost` is the cost that no individual goes below.
  explicit ReciprocalSelection(double ideal_cost) : ideal_cost_(ideal_cost) {}
  void prepare(std::span<const Key> keys);
  std::uint32_t pick(Random& random) const { return table_.draw(random); }

 private:
  double ideal_cost_;
  AliasTable table_;
  std::vector<double> weights_;
};

/// Makes the children of a generation by selection, mating, crossover, mutation, repair and local search.
template <CompleteProblem P>
class Breeder {
 public:
  using Genome = typename P::Genome;

  /// `evaluator` must outlive this object.
  Breeder(Evaluator<P>& evaluator, const Genetic& settings)
      : evaluator_(evaluator),
        settings_(settings),
        selection_(make(settings, evaluator.direction())),
        crosses_(settings.crossover_rate) {}

  void set_mutation_rate(double rate) { settings_.mutation_rate = rate; }

  /// From now on children come in pairs of the same two parents, and parents are drawn by tournaments between
  /// neighbours in a random order, as in the program of Deb et al. (2002).
  void pair_up() { selection_ = ShuffledTournamentSelection(); }

  /// Fills `children` from `parents`. The kind of selection is looked up once for each generation, not for
  /// each child.
  void breed(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    if (keeps_parents_) parents_.resize(children.size());
    std::visit(
        [&](auto& selection) {
          prepare(selection, parents);
          if (settings_.mating == MatingKind::round_robin) {
            make_round(selection, parents, children, random);
          } else if constexpr (CrossesInPairs<P> ||
                               std::same_as<decltype(selection), ShuffledTournamentSelection&>) {
            make_pairs(selection, parents, children, random);
          } else {
            make_children(selection, parents, children, random);
          }
        },
        selection_);
    if constexpr (EvaluatesBatch<P>) finish_all(children, random);
  }

  /// Has parents() tell of all children from now on.
  void keep_parents() { keeps_parents_ = true; }
  /// They are those of the children made last, by slot; there are none before keep_parents().
  std::span<const ParentSlots> parents() const { return parents_; }

 private:
  using Selection = std::variant<LinearRankingSelection, TateSmithSelection, TournamentSelection,
                                 ShuffledTournamentSelection, ProportionalSelection, ReciprocalSelection>;

  static Selection make(const Genetic& settings, Direction direction) {
    switch (settings.selection) {
      case SelectionKind::tate_smith:
        return TateSmithSelection();
      case SelectionKind::tournament:
        return TournamentSelection(settings.tournament_size, settings.tournament_win_rate);
      case SelectionKind::proportional:
        return ProportionalSelection();
      case SelectionKind::reciprocal:
        return ReciprocalSelection(key_of({0, settings.ideal.value()}, direction).cost);
      case SelectionKind::linear_ranking:
        break;
    }
    return LinearRankingSelection(settings.selection_pressure);
  }

  template <typename S>
  void prepare(S& selection, const Population<Genome>& parents) {
    if constexpr (requires { selection.prepare(std::span<const Key>(parents.keys)); }) {
      selection.prepare(parents.keys);
    } else {
      order_by_key(parents.keys, ranking_);
      selection.prepare(ranking_);
    }
  }

  template <typename S>
  void make_children(S& selection, const Population<Genome>& parents, Population<Genome>& children,
                     Random& random) {
    for (std::size_t slot = 0; slot < children.size(); ++slot) {
      Genome& child = children.genomes[slot];
      const std::uint32_t mother = selection.pick(random);
      if (!random.chance(crosses_)) {
        make_without_crossover(parents.genomes[mother], child, random);
        note(slot, without_crossover(mother));
      } else {
        const std::uint32_t father = selection.pick(random);
        cross(parents.genomes[mother], parents.genomes[father], child, random);
        note(slot, {mother, father});
      }
      children.keys[slot] = finish(child, random);
    }
  }

  template <typename S>
  void make_pairs(S& selection, const Population<Genome>& parents, Population<Genome>& children,
                  Random& random) {
    for (std::size_t slot = 0; slot < children.size(); slot += 2) {
      const bool last = slot + 1 == children.size();
      Genome& first = children.genomes[slot];
      Genome& second = last ? spare_ : children.genomes[slot + 1];
      const std::uint32_t mother = selection.pick(random);
      const std::uint32_t father = selection.pick(random);
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

  template <typename S>
  void make_round(S& selection, const Population<Genome>& parents, Population<Genome>& children,
                  Random& random) {
    queue_.resize(children.size());
    for (std::uint32_t& survivor : queue_) survivor = selection.pick(random);
    for (std::size_t slot = 0; slot < children.size(); ++slot) {
      Genome& child = children.genomes[slot];
      const std::uint32_t mother = queue_[slot];
      if (random.chance(crosses_)) {
        const std::uint32_t father = queue_[(slot + 1) % queue_.size()];
        cross(parents.genomes[mother], parents.genomes[father], child, random);
        note(slot, {mother, father});
      } else {
        make_without_crossover(parents.genomes[mother], child, random);
        note(slot, without_crossover(mother));
      }
      children.keys[slot] = finish(child, random);
    }
  }

  // Without the attribute the compiler calls this function for each child, which is a tenth slower on short
  // genomes.
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
    evaluator_.problem().mutate(child, settings_.mutation_rate, random);
    if constexpr (EvaluatesBatch<P>) {
      return {};
    } else {
      Score score = evaluator_.evaluate_repaired(child, random);
      improve(child, score, random);
      return evaluator_.key_of(score);
    }
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
      if (settings_.improve_rate > 0 && random.chance(settings_.improve_rate))
        evaluator_.improve(child, score, settings_.improve_budget, random);
    }
  }

  Evaluator<P>& evaluator_;
  Genetic settings_;
  Selection selection_;
  Chance crosses_;
  Genome spare_{};  // the second child of an odd pair
  bool keeps_parents_ = false;
  std::vector<ParentSlots> parents_;  // of each child
  std::vector<std::uint32_t> ranking_;
  std::vector<std::uint32_t>
      queue_;  // round robin: the slots of the parents that were drawn, in the order of mating
  std::vector<Score> scores_;  // of the children, if the problem evaluates batches
};

}  // namespace skerry
