#pragma once

#include "skerry/error.hpp"
#include "skerry/genetic/population.hpp"
#include "skerry/genetic/selection.hpp"
#include "skerry/genetic/settings.hpp"
#include "skerry/problem.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace skerry {

/// Makes and scores individuals of one problem, and counts every evaluation.
template <Problem P>
class Breeder {
 public:
  using Genome = typename P::Genome;

  Breeder(P problem, const GeneticSettings& settings)
      : problem_(std::move(problem)),
        settings_(settings),
        direction_(problem_.direction()),
        selection_(make(settings)) {}

  P& problem() { return problem_; }
  const P& problem() const { return problem_; }
  std::uint64_t evaluations() const { return evaluations_; }
  void set_evaluations(std::uint64_t evaluations) { evaluations_ = evaluations; }

  Key sample(Genome& genome, Random& random) {
    genome = problem_.sample(random);
    return key_of(evaluate(genome), direction_);
  }

  /// Fills `children` from `parents`. The kind of selection is looked up once a generation, not once a child.
  void breed(const Population<Genome>& parents, Population<Genome>& children, Random& random) {
    std::visit(
        [&](auto& selection) {
          prepare(selection, parents);
          for (std::size_t child = 0; child < children.size(); ++child) {
            children.keys[child] = make_child(selection, parents, children.genomes[child], random);
          }
        },
        selection_);
  }

 private:
  using Selection = std::variant<LinearRankSelection, TournamentSelection, ProportionalSelection>;

  static Selection make(const GeneticSettings& settings) {
    switch (settings.selection) {
      case SelectionKind::tournament:
        return TournamentSelection(settings.tournament_size, settings.tournament_win_rate);
      case SelectionKind::proportional:
        return ProportionalSelection();
      case SelectionKind::linear_rank:
        break;
    }
    return LinearRankSelection(settings.selection_pressure);
  }

  void prepare(LinearRankSelection& selection, const Population<Genome>& parents) {
    rank(parents.keys, ranking_);
    selection.prepare(ranking_);
  }
  void prepare(TournamentSelection& selection, const Population<Genome>& parents) {
    selection.prepare(parents.keys);
  }
  void prepare(ProportionalSelection& selection, const Population<Genome>& parents) {
    selection.prepare(parents.keys);
  }

  template <typename S>
  Key make_child(S& selection, const Population<Genome>& parents, Genome& child, Random& random) {
    const Genome& mother = parents.genomes[selection.pick(random)];
    if (random.chance(settings_.crossover_rate)) {
      const Genome& father = parents.genomes[selection.pick(random)];
      if constexpr (CrossesInPlace<P>) {
        problem_.crossover_into(mother, father, child, random);
      } else {
        child = problem_.crossover(mother, father, random);
      }
    } else {
      child = mother;
    }
    problem_.mutate(child, settings_.mutation_rate, random);
    Score score = evaluate(child);
    if constexpr (Heals<P>) {
      if (score.violation > 0) {
        problem_.heal(child, random);
        score = evaluate(child);
      }
    }
    if constexpr (Improves<P>) {
      if (settings_.improve_rate > 0 && random.chance(settings_.improve_rate)) {
        problem_.improve(child, score, settings_.improve_budget, random);
      }
    }
    if constexpr (CountsEvaluations<P>) evaluations_ += problem_.take_evaluations();
    return key_of(score, direction_);
  }

  Score evaluate(const Genome& genome) {
    const Score score = problem_.evaluate(genome);
    ++evaluations_;
    if constexpr (CountsEvaluations<P>) evaluations_ += problem_.take_evaluations();
    // Written so that NaN fails too.
    if (!(score.violation >= 0) || !std::isfinite(score.fitness)) [[unlikely]]
      refuse(score);
    return score;
  }

  [[noreturn]] static void refuse(Score score) {
    throw Error(ExitStatus::failed, "evaluate() returned violation " + std::to_string(score.violation) +
                                        " and fitness " + std::to_string(score.fitness) +
                                        "; a violation is at least 0 and a fitness is finite");
  }

  P problem_;
  GeneticSettings settings_;
  Direction direction_;
  Selection selection_;
  std::vector<std::uint32_t> ranking_;
  std::uint64_t evaluations_ = 0;
};

}  // namespace skerry
