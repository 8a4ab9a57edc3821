#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/differential_evolution_island.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/algorithms/local_search_island.hpp"
#include "skerry/detail/algorithms/map_elites_island.hpp"
#include "skerry/detail/algorithms/nsga2_island.hpp"
#include "skerry/detail/algorithms/own_algorithm_island.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace skerry {

template <Problem P>
std::optional<double> optimum_of(const P& problem) {
  if constexpr (HasOptimum<P>) {
    return problem.optimum();
  } else {
    return std::nullopt;
  }
}

template <Problem P>
std::optional<double> ideal_of(const P& problem) {
  if constexpr (Bounds<P>) {
    return problem.bound();
  } else {
    return optimum_of(problem);
  }
}

namespace detail {

/// Throws UsageError for a mutation_rate that was meant for the genes, as in versions before gene_rate, and
/// if adaptive mutation has no way to grow.
template <Problem P>
void check_rates(const P& problem, const auto& settings) {
  double base = settings.mutation_rate;
  std::string key = "mutation_rate";
  if constexpr (HasOwnMutation<P>) {
    if (base > 0 && base < 1 && settings.operators.gene_rate == 0) {
      throw UsageError(
          "mutation_rate is " + exact_text(base) +
          ", the share of children that mutate; the probability with which this problem changes a "
          "gene is now gene_rate: set that, and mutation_rate only if not all children mutate");
    }
    base = own_gene_rate(problem, settings.operators.gene_rate);
    key = "gene_rate";
  }
  if constexpr (requires { settings.mutation_growth; }) {
    if (settings.mutation_growth > 1 && settings.mutation_most < base) {
      throw UsageError("mutation_most is " + exact_text(settings.mutation_most) + " and " + key + " " +
                       exact_text(base) + "; the rate grows from " + key +
                       " to mutation_most, which is not below it");
    }
  }
}

/// Calls use(algorithm) for the program's own algorithm of that name. Throws UsageError if there is none.
template <CompleteProblem P, typename Own, typename Use>
void with_own_algorithm(const std::string& name, const Own& own, Use use) {
  const auto algorithms = own_algorithms<P>(own);
  if constexpr (std::tuple_size_v<std::remove_const_t<decltype(algorithms)>> == 0) {
    throw UsageError("algorithm is \"" + name + "\"; the program brings none of its own");
  } else {
    auto chosen = choose_part("algorithm", name, algorithms);
    std::visit(use, chosen);
  }
}

}  // namespace detail

/// Throws UsageError, with one sentence, for an algorithm that does not fit the problem: operators that do
/// not belong to its genome, or a genome on which the algorithm can't work.
template <Problem P, typename... Own>
void check_island(const P& problem, const Algorithm& algorithm, const std::tuple<Own...>& own = {}) {
  using Genome = typename P::Genome;
  expect_parts<Complete<P>, Own...>();
  if (const auto* settings = std::get_if<OwnAlgorithm>(&algorithm.settings())) {
    detail::with_own_algorithm<Complete<P>>(settings->name, own,
                                            [&](auto& chosen) { configure_algorithm(chosen, *settings); });
  }
  if (const auto* genetic = std::get_if<Genetic>(&algorithm.settings())) {
    choose_selection(genetic->selection, own);
    const auto replacement = choose_replacement<Genome>(genetic->replacement, own);
    const bool selects =
        std::visit([]<typename R>(const R&) { return SelectsSurvivors<R, Genome>; }, replacement);
    if (genetic->immigration == ImmigrationKind::join_offspring && !selects) {
      throw UsageError(
          "immigration is \"join_offspring\" with replacement \"" + genetic->replacement +
          "\"; only a replacement such as \"plus\" selects survivors from a pool that immigrants "
          "could join");
    }
  }
  std::visit(
      [&problem](const auto& settings) {
        if constexpr (requires { settings.operators; }) {
          completed(problem, settings.operators);
          detail::check_rates(problem, settings);
        }
      },
      algorithm.settings());
  bool has_objectives = false;
  bool has_features = false;
  if constexpr (HasObjectives<P>) has_objectives = !problem.objectives().empty();
  if constexpr (HasFeatures<P>) has_features = !problem.features().empty();
  if (std::holds_alternative<Nsga2>(algorithm.settings()) && !has_objectives) {
    throw UsageError(
        "algorithm is \"nsga2\", which needs a problem with objectives; this one names none (see "
        "objectives() in docs/problem.md)");
  }
  if (std::holds_alternative<MapElites>(algorithm.settings()) && !has_features) {
    throw UsageError(
        "algorithm is \"map_elites\", which needs a problem with features; this one names none (see "
        "features() in docs/problem.md)");
  }
  if constexpr (!RealsInBox<P>) {
    if (std::holds_alternative<DifferentialEvolution>(algorithm.settings())) {
      throw UsageError(
          "algorithm is \"differential_evolution\", which needs a problem whose genome is skerry::Reals in a "
          "skerry::Box; this problem's is another");
    }
  }
}

/// Throws UsageError as check_island() does, and if the algorithm needs an ideal that the problem does not
/// state, and Error if there is not enough memory. Islands count from 0.
template <Problem P, typename... Own>
std::unique_ptr<PopulationIsland<Complete<P>>> make_island(P problem, const Algorithm& algorithm,
                                                           std::uint64_t seed, std::uint32_t island,
                                                           const std::tuple<Own...>& own = {}) try {
  using C = Complete<P>;
  check_island(problem, algorithm, own);
  if constexpr (EntersRun<P>) problem.enter_run(seed, island);
  if (const auto* local_search = std::get_if<LocalSearch>(&algorithm.settings())) {
    return std::make_unique<LocalSearchIsland<C>>(completed(std::move(problem)), *local_search, seed, island);
  }
  if (const auto* settings = std::get_if<OwnAlgorithm>(&algorithm.settings())) {
    std::unique_ptr<PopulationIsland<C>> made;
    detail::with_own_algorithm<C>(settings->name, own, [&]<typename A>(const A& chosen) {
      C complete = completed(std::move(problem));
      made = std::make_unique<OwnAlgorithmIsland<C, A>>(std::move(complete), *settings, seed, island, chosen);
    });
    return made;
  }
  if constexpr (RealsInBox<P>) {
    if (const auto* differential = std::get_if<DifferentialEvolution>(&algorithm.settings())) {
      using DifferentialIsland = DifferentialEvolutionIsland<C>;
      return std::make_unique<DifferentialIsland>(completed(std::move(problem)), *differential, seed, island);
    }
  }
  if constexpr (HasObjectives<P>) {
    if (const auto* nsga2 = std::get_if<Nsga2>(&algorithm.settings())) {
      C complete = completed(std::move(problem), nsga2->operators);
      return std::make_unique<Nsga2Island<C>>(std::move(complete), *nsga2, seed, island);
    }
  }
  if constexpr (HasFeatures<P>) {
    if (const auto* map_elites = std::get_if<MapElites>(&algorithm.settings())) {
      C complete = completed(std::move(problem), map_elites->operators);
      return std::make_unique<MapElitesIsland<C>>(std::move(complete), *map_elites, seed, island);
    }
  }
  Genetic genetic = std::get<Genetic>(algorithm.settings());
  if (genetic.selection == ReciprocalSelection::name && !genetic.ideal) {
    genetic.ideal = ideal_of(problem);
    if (!genetic.ideal) {
      throw UsageError(
          "selection \"reciprocal\" needs `ideal`, a fitness that no solution exceeds; the problem names "
          "none");
    }
  }
  C complete = completed(std::move(problem), genetic.operators);
  return std::make_unique<GeneticIsland<C, std::tuple<Own...>>>(std::move(complete), genetic, seed, island,
                                                                own);
} catch (const std::bad_alloc&) {
  const CommonSettings common =
      std::visit([](const auto& settings) { return common_settings(settings); }, algorithm.settings());
  refuse_memory(common.population, common.offspring);
}

}  // namespace skerry
