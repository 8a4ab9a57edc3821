#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/detail/algorithms/differential_evolution_island.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"
#include "skerry/detail/algorithms/local_search_island.hpp"
#include "skerry/detail/algorithms/map_elites_island.hpp"
#include "skerry/detail/algorithms/nsga2_island.hpp"
#include "skerry/detail/population/population_island.hpp"
#include "skerry/detail/problem/complete_problem.hpp"
#include "skerry/error.hpp"
#include "skerry/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
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

/// Throws UsageError, with one sentence, for an algorithm that does not fit the problem: operators that do
/// not belong to its genome, or a genome on which the algorithm can't work.
template <Problem P>
void check_island(const P& problem, const Algorithm& algorithm) {
  std::visit(
      [&problem](const auto& settings) {
        if constexpr (requires { settings.operators; }) completed(problem, settings.operators);
      },
      algorithm.settings());
  if constexpr (!HasObjectives<P>) {
    if (std::holds_alternative<Nsga2>(algorithm.settings())) {
      throw UsageError(
          "algorithm is \"nsga2\", which needs a problem with objectives; this one names none (see "
          "objectives() in docs/problem.md)");
    }
  }
  if constexpr (!HasFeatures<P>) {
    if (std::holds_alternative<MapElites>(algorithm.settings())) {
      throw UsageError(
          "algorithm is \"map_elites\", which needs a problem with features; this one names none (see "
          "features() in docs/problem.md)");
    }
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
template <Problem P>
std::unique_ptr<PopulationIsland<Complete<P>>> make_island(P problem, const Algorithm& algorithm,
                                                           std::uint64_t seed, std::uint32_t island) try {
  using C = Complete<P>;
  check_island(problem, algorithm);
  if constexpr (EntersRun<P>) problem.enter_run(seed, island);
  if (const auto* local_search = std::get_if<LocalSearch>(&algorithm.settings())) {
    return std::make_unique<LocalSearchIsland<C>>(completed(std::move(problem)), *local_search, seed, island);
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
  if (genetic.selection == SelectionKind::reciprocal && !genetic.ideal) {
    genetic.ideal = ideal_of(problem);
    if (!genetic.ideal) {
      throw UsageError(
          "selection \"reciprocal\" needs `ideal`, a fitness that no solution exceeds; the problem names "
          "none");
    }
  }
  C complete = completed(std::move(problem), genetic.operators);
  return std::make_unique<GeneticIsland<C>>(std::move(complete), genetic, seed, island);
} catch (const std::bad_alloc&) {
  const CommonSettings common =
      std::visit([](const auto& settings) { return common_settings(settings); }, algorithm.settings());
  refuse_memory(common.population, common.offspring);
}

}  // namespace skerry
