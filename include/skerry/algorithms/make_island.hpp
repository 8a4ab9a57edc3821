#pragma once

#include "skerry/algorithms/differential_evolution_island.hpp"
#include "skerry/algorithms/genetic_island.hpp"
#include "skerry/algorithms/island_settings.hpp"
#include "skerry/algorithms/local_search_island.hpp"
#include "skerry/complete_problem.hpp"
#include "skerry/error.hpp"
#include "skerry/island.hpp"
#include "skerry/problem.hpp"

#include <cstdint>
#include <memory>
#include <utility>

namespace skerry {

/// Throws UsageError, one sentence, for settings of an island that do not fit the problem: operators that do
/// not belong to its genome, or an algorithm that needs another one.
template <Problem P>
void check_island(const P& problem, const IslandSettings& settings) {
  completed(problem, settings.operators);
  if constexpr (!RealsInBox<P>) {
    if (settings.algorithm == AlgorithmKind::differential_evolution) {
      throw UsageError(
          "algorithm is \"differential_evolution\", which needs a problem whose genome is skerry::Reals in a "
          "skerry::Box; this problem's is another");
    }
  }
}

/// An island of the problem, with the algorithm that its settings name. Throws as check_island() does.
template <Problem P>
std::unique_ptr<Island> make_island(const P& problem, const IslandSettings& settings, std::uint64_t seed,
                                    std::uint32_t island) {
  check_island(problem, settings);
  Complete<P> complete = completed(problem, settings.operators);
  switch (settings.algorithm) {
    case AlgorithmKind::genetic:
      return std::make_unique<GeneticIsland<Complete<P>>>(std::move(complete), settings, seed, island);
    case AlgorithmKind::differential_evolution:
      if constexpr (RealsInBox<P>) {
        using DifferentialEvolution = DifferentialEvolutionIsland<Complete<P>>;
        return std::make_unique<DifferentialEvolution>(std::move(complete), settings, seed, island);
      }
      break;
    default:
      break;
  }
  return std::make_unique<LocalSearchIsland<Complete<P>>>(std::move(complete), settings, seed, island);
}

}  // namespace skerry
