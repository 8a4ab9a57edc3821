#include "puzzles/party/search/islands.hpp"

#include "puzzles/party/bound/lagrangian.hpp"
#include "puzzles/party/puzzle/formation.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

template class PopulationIsland<party::PartyProblem>;
template class GeneticIsland<party::PartyProblem>;
template class LocalSearchIsland<party::PartyProblem>;
template class Nsga2Island<party::PartyProblem>;
template class MapElitesIsland<party::PartyProblem>;
template std::unique_ptr<PopulationIsland<party::PartyProblem>> make_island(party::PartyProblem,
                                                                            const Algorithm&, std::uint64_t,
                                                                            std::uint32_t,
                                                                            const std::tuple<>&, std::size_t);
template class ConcreteProblem<party::PartyProblem>;

}  // namespace skerry

namespace skerry::party {

namespace {

constexpr int rounds = 3;
constexpr std::uint64_t generations = 60;

/// Returns a party, [node] hero of the pool, that one small island finds in a few generations; empty where
/// none meets every rule.
std::vector<std::uint32_t> party_found_soon(const Puzzle& puzzle) {
  const PartyProblem problem(std::make_shared<const Roster>(puzzle), ConstructionSettings{});
  constexpr std::uint64_t seed = 0;
  GeneticIsland<PartyProblem> island(
      problem, {.population = 10, .offspring = 20, .improve_rate = 0.1, .improve_budget = 300}, seed, 0);
  island.set_recording(false);
  island.initialise();
  island.evolve(generations);
  if (island.best_key().violation > 0) return {};
  const std::vector<std::byte> best = island.best_genome();
  return problem.party(unpack_genome<PartyProblem::Genome>(best));
}

}  // namespace

void leave_out_dear_heroes(Puzzle& puzzle) {
  for (int round = 0; round < rounds; ++round) {
    const std::vector<std::uint32_t> party = party_found_soon(puzzle);
    if (party.empty()) return;
    const auto whole = countable_puzzle(puzzle);
    if (!whole) return;
    const Multipliers multipliers = rule_multipliers(*whole);
    const Lagrangian lagrangian(*whole, multipliers, whole->candidates);
    std::vector<bool> dear(whole->heroes(), true);
    for (const auto& node : filtered(*whole, lagrangian, whole->candidates, whole->cost(party))) {
      for (const std::uint32_t hero : node) dear[hero] = false;
    }
    if (std::ranges::find(dear, true) == dear.end()) return;
    std::vector<std::string> banned = puzzle.banned;
    ban(puzzle, dear);
    puzzle.too_dear.insert(puzzle.too_dear.end(),
                           puzzle.banned.begin() + static_cast<std::ptrdiff_t>(banned.size()),
                           puzzle.banned.end());
    puzzle.banned = std::move(banned);
  }
}

}  // namespace skerry::party
