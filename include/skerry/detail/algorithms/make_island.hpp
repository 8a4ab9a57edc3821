#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/cma_es_island.hpp"
#include "skerry/detail/algorithms/differential_evolution_island.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/algorithms/local_search_island.hpp"
#include "skerry/detail/algorithms/map_elites_island.hpp"
#include "skerry/detail/algorithms/nsga2_island.hpp"
#include "skerry/detail/algorithms/observers_of.hpp"
#include "skerry/detail/algorithms/own_algorithm_island.hpp"
#include "skerry/detail/algorithms/policy_order.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"
#include "skerry/own_parts.hpp"
#include "skerry/problem.hpp"

#include <cstddef>
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
  if constexpr (HasOptimum<P>) return problem.optimum();
  return std::nullopt;
}

template <Problem P>
std::optional<double> ideal_of(const P& problem) {
  if constexpr (Bounds<P>) return problem.bound();
  return optimum_of(problem);
}

/// Returns an empty text if the fitness has no unit.
template <Problem P>
std::string fitness_unit_of([[maybe_unused]] const P& problem) {
  if constexpr (HasFitnessUnit<P>) return problem.fitness_unit();
  return {};
}

/// A problem whose fitness is searched for beside objectives and features, unless an algorithm is named.
template <typename P>
concept SeeksFitnessFirst = bool(P::seeks_fitness_first);

/// The most genes for which CMA-ES is automatic; its memory and its time grow with their square.
inline constexpr std::size_t most_genes_of_portfolio = 500;

/// The generations without a new best after which islands of a permutation begin anew where nothing is set
/// (bench/sections/orders.py).
inline constexpr std::uint64_t restart_of_permutations = 50;

/// Tells whether the genome is one permutation; that of some stock genomes is known only at run time.
template <Problem P>
bool searches_permutation([[maybe_unused]] const P& problem) {
  using Genome = typename P::Genome;
  if constexpr (requires { Stock<Genome>::is_permutation(problem.bounds()); }) {
    return Stock<Genome>::is_permutation(problem.bounds());
  } else {
    return detail::search_space<Genome> == detail::SearchSpace::permutation;
  }
}

/// Returns what is taken where no algorithm is named.
template <Problem P>
FittingAlgorithm fitting_algorithm([[maybe_unused]] const P& problem) {
  bool objectives = false;
  if constexpr (HasObjectives<P>) objectives = !problem.objectives().empty();
  if constexpr (!SeeksFitnessFirst<P>) {
    if (objectives) return {"nsga2"};
    if constexpr (HasFeatures<P>) {
      if (!problem.features().empty()) return {"map_elites"};
    }
  }
  if constexpr (RealsInBox<P>) {
    if (!objectives && Stock<typename P::Genome>::size(problem.bounds()) <= most_genes_of_portfolio)
      return {"portfolio"};
  }
  return {"genetic", searches_permutation(problem) ? restart_of_permutations : 0};
}

namespace detail {

// What follows is compiled once, not for each problem.

/// Returns the shipped algorithm with its defaults but what `fitting` says.
Algorithm algorithm_of(const FittingAlgorithm& fitting);
/// Returns the operators that the algorithm lets one choose, or null.
const OperatorSettings* operators_of(const Algorithm& algorithm);
/// Throws UsageError if adaptive mutation has no way to grow; the rate of genes if mutate() takes one.
void expect_growing_rate(const Algorithm& algorithm, std::optional<double> gene_rate);

struct Abilities {
  bool objectives = false;
  bool features = false;
  bool reals_in_box = false;
};
void expect_abilities(const Algorithm& algorithm, Abilities abilities);
[[noreturn]] void refuse_joining_immigrants(const std::string& replacement);
[[noreturn]] void refuse_own_algorithm(const std::string& name);
[[noreturn]] void refuse_missing_ideal();
/// Throws Error, out of memory.
[[noreturn]] void refuse_memory_of(const Algorithm& algorithm);

/// Calls use(algorithm) for the program's own algorithm of that name. Throws UsageError if there is none.
template <CompleteProblem P, typename Own, typename Use>
void with_own_algorithm(const std::string& name, const Own& own, Use use) {
  const auto algorithms = own_algorithms<P>(own);
  if constexpr (std::tuple_size_v<std::remove_const_t<decltype(algorithms)>> == 0) {
    refuse_own_algorithm(name);
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
    auto replacement = choose_replacement<Genome>(genetic->replacement, own);
    if (genetic->immigration == ImmigrationKind::join_offspring) {
      with_part(replacement, [&]<typename R>(const R&) {
        if (!SelectsSurvivors<R, Genome>) detail::refuse_joining_immigrants(genetic->replacement);
      });
    }
  }
  if (const OperatorSettings* operators = detail::operators_of(algorithm)) {
    completed(problem, *operators);
    std::optional<double> gene_rate;
    if constexpr (HasOwnMutation<P>) gene_rate = own_gene_rate(problem, operators->gene_rate);
    detail::expect_growing_rate(algorithm, gene_rate);
  }
  detail::Abilities abilities{.reals_in_box = RealsInBox<P>};
  if constexpr (HasObjectives<P>) abilities.objectives = !problem.objectives().empty();
  if constexpr (HasFeatures<P>) abilities.features = !problem.features().empty();
  detail::expect_abilities(algorithm, abilities);
}

/// Throws UsageError as check_island() does, and if the algorithm needs an ideal that the problem does not
/// state, and Error if there is not enough memory. Islands count from 0.
template <Problem P, typename... Own>
std::unique_ptr<PopulationIsland<Complete<P>>> make_island(P problem, const Algorithm& algorithm,
                                                           std::uint64_t seed, std::uint32_t island,
                                                           const std::tuple<Own...>& own = {},
                                                           std::size_t islands = 1) try {
  using C = Complete<P>;
  using Genome = typename P::Genome;
  // std::make_unique() would compile some forty functions of the library for each algorithm of each problem.
  using Made = std::unique_ptr<PopulationIsland<C>>;
  check_island(problem, algorithm, own);
  if constexpr (EntersRun<P>) problem.enter_run(seed, island);
  if (const auto* local_search = std::get_if<LocalSearch>(&algorithm.settings())) {
    return Made(new LocalSearchIsland<C>(completed(std::move(problem)), *local_search, seed, island));
  }
  if (const auto* settings = std::get_if<OwnAlgorithm>(&algorithm.settings())) {
    Made made;
    detail::with_own_algorithm<C>(settings->name, own, [&]<typename A>(const A& chosen) {
      C complete = completed(std::move(problem));
      made.reset(new OwnAlgorithmIsland<C, A>(std::move(complete), *settings, seed, island, chosen));
    });
    return made;
  }
  if constexpr (RealsInBox<P>) {
    if (const auto* differential = std::get_if<DifferentialEvolution>(&algorithm.settings())) {
      using DifferentialIsland = DifferentialEvolutionIsland<C>;
      return Made(new DifferentialIsland(completed(std::move(problem)), *differential, seed, island));
    }
    if (const auto* cma_es = std::get_if<CmaEs>(&algorithm.settings()))
      return Made(new CmaEsIsland<C>(completed(std::move(problem)), *cma_es, seed, island, islands));
  }
  if constexpr (HasObjectives<P>) {
    if (const auto* nsga2 = std::get_if<Nsga2>(&algorithm.settings())) {
      C complete = completed(std::move(problem), nsga2->operators);
      return Made(new Nsga2Island<C>(std::move(complete), *nsga2, seed, island));
    }
  }
  if constexpr (HasFeatures<P>) {
    if (const auto* map_elites = std::get_if<MapElites>(&algorithm.settings())) {
      C complete = completed(std::move(problem), map_elites->operators);
      return Made(new MapElitesIsland<C>(std::move(complete), *map_elites, seed, island));
    }
  }
  Genetic genetic = std::get<Genetic>(algorithm.settings());
  if (genetic.selection == ReciprocalSelection::name && !genetic.ideal) {
    genetic.ideal = ideal_of(problem);
    if (!genetic.ideal) detail::refuse_missing_ideal();
  }
  C complete = completed(std::move(problem), genetic.operators);
  // Islands are compiled for these alone: other parts are called once in a generation or an epoch.
  const auto breeding = breeding_parts<Genome>(own);
  using Breeding = std::remove_const_t<decltype(breeding)>;
  return Made(new GeneticIsland<C, Breeding>(std::move(complete), genetic, seed, island, breeding));
} catch (const std::bad_alloc&) {
  detail::refuse_memory_of(algorithm);
}

/// Makes an island with its initial individuals, its migration policy and its observers. Throws as
/// make_island() does, and UsageError for starters of another problem.
template <Problem P, typename... Own>
std::unique_ptr<Island> make_island_of_run(const P& problem, const Algorithm& algorithm,
                                           const IslandOfRun& of, const std::tuple<Own...>& own) {
  using Genome = typename P::Genome;
  auto made = make_island(problem, algorithm, of.seed, of.number, own, of.islands);
  made->start_from(own_starters(completed(problem), of.starters, of.number));
  made->choose_migrants_by(make_migrant_order<Genome>(of.policy, own, of.seed, of.number));
  made->observe_by(observers_of<Genome>(own));
  return made;
}

}  // namespace skerry
