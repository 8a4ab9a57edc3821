#pragma once

#include "skerry/algorithms/make_island.hpp"
#include "skerry/app/concrete_problem.hpp"

#include "puzzles/party/search/problem.hpp"

#include <cstdint>
#include <memory>

// Several files evolve parties. What they instantiate takes long to compile; islands.cpp does it for all of
// them.
namespace skerry {

extern template class PopulationIsland<party::PartyProblem>;
extern template class GeneticIsland<party::PartyProblem>;
extern template class LocalSearchIsland<party::PartyProblem>;
extern template class Nsga2Island<party::PartyProblem>;
extern template class MapElitesIsland<party::PartyProblem>;
extern template std::unique_ptr<PopulationIsland<party::PartyProblem>> make_island(party::PartyProblem,
                                                                                   const Algorithm&,
                                                                                   std::uint64_t,
                                                                                   std::uint32_t);
extern template class ConcreteProblem<party::PartyProblem>;

}  // namespace skerry
