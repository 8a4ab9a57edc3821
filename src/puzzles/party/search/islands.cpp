#include "puzzles/party/search/islands.hpp"

namespace skerry {

template class PopulationIsland<party::PartyProblem>;
template class GeneticIsland<party::PartyProblem>;
template class LocalSearchIsland<party::PartyProblem>;
template class Nsga2Island<party::PartyProblem>;
template class MapElitesIsland<party::PartyProblem>;
template std::unique_ptr<PopulationIsland<party::PartyProblem>> make_island(party::PartyProblem,
                                                                            const Algorithm&, std::uint64_t,
                                                                            std::uint32_t);
template class ConcreteProblem<party::PartyProblem>;

}  // namespace skerry
