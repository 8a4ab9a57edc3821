#pragma once

#include "skerry/app/concrete_problem.hpp"
#include "skerry/detail/algorithms/make_island.hpp"

#include "puzzles/party/puzzle/puzzle.hpp"
#include "puzzles/party/search/problem.hpp"

#include <cstdint>
#include <memory>
#include <tuple>

// Several files evolve parties. What they instantiate takes long to compile; islands.cpp does it for all of
// them.
namespace skerry {

extern template class PopulationIsland<party::PartyProblem>;
extern template class GeneticIsland<party::PartyProblem>;
extern template class LocalSearchIsland<party::PartyProblem>;
extern template class Nsga2Island<party::PartyProblem>;
extern template class MapElitesIsland<party::PartyProblem>;
extern template std::unique_ptr<PopulationIsland<party::PartyProblem>> make_island(
    party::PartyProblem, const Algorithm&, std::uint64_t, std::uint32_t, const std::tuple<>&, std::size_t);
extern template class ConcreteProblem<party::PartyProblem>;

}  // namespace skerry

namespace skerry::party {

/// Takes from the pool the heroes who stand in no party that is as good as one that a short search finds, so
/// that no better party is lost. A hero leaves where a Lagrangian bound on the parties with it, in whole
/// numbers, exceeds the price of that party; Algorithm 1 then no longer counts on heroes who are too dear to
/// make up for others. The short search has random numbers of its own, so the same puzzle loses the same
/// heroes in every run. Nobody leaves where it finds no party, or where the pool can't be counted exactly.
void leave_out_dear_heroes(Puzzle& puzzle);

}  // namespace skerry::party
