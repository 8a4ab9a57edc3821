#pragma once

#include "skerry/algorithms/genetic_island.hpp"
#include "skerry/algorithms/local_search_island.hpp"
#include "skerry/algorithms/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/population/population_island.hpp"
#include "skerry/problem.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace skerry {

/// The problem's known optimal fitness, where it names one.
template <Problem P>
std::optional<double> optimum_of(const P& problem) {
  if constexpr (HasOptimum<P>) {
    return problem.optimum();
  } else {
    return std::nullopt;
  }
}

/// A fitness that no solution exceeds, where one is known: the problem's bound, or else its optimum.
template <Problem P>
std::optional<double> ideal_of(const P& problem) {
  if constexpr (Bounds<P>) {
    return problem.bound();
  } else {
    return optimum_of(problem);
  }
}

/// The island of an archipelago with that number, from 0. Throws UsageError where the algorithm needs what
/// the problem does not tell.
template <Problem P>
std::unique_ptr<PopulationIsland<P>> make_island(P problem, const Algorithm& algorithm, std::uint64_t seed,
                                                 std::uint32_t island) {
  if (const auto* local_search = std::get_if<LocalSearch>(&algorithm.settings())) {
    return std::make_unique<LocalSearchIsland<P>>(std::move(problem), *local_search, seed, island);
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
  return std::make_unique<GeneticIsland<P>>(std::move(problem), genetic, seed, island);
}

}  // namespace skerry
