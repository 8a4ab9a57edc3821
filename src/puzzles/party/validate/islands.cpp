#include "puzzles/party/validate/islands.hpp"

#include "skerry/evolve.hpp"

#include "engine/communication/communicator.hpp"
#include "puzzles/party/search/dear_heroes.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/party/validate/island_history.hpp"

namespace skerry::party {

namespace {

/// Returns the heroes of the pool that are in a part of it, in their order.
std::vector<std::uint32_t> heroes_kept(const Pool& pool, const Pool& part) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t hero = 0; hero < pool.size() && kept.size() < part.size(); ++hero) {
    if (pool.ids[hero] == part.ids[kept.size()]) kept.push_back(hero);
  }
  return kept;
}

}  // namespace

IslandsAnswer evolve_party(const std::shared_ptr<const Roster>& roster, std::uint64_t seed, double seconds,
                           const std::function<bool()>& stop, Communicator& world) {
  Puzzle puzzle = roster->puzzle();
  leave_out_dear_heroes(puzzle);
  const PartyProblem problem(std::make_shared<const Roster>(puzzle), ConstructionSettings{});
  EvolveSettings<PartyProblem::Genome> settings;
  settings.island = Genetic{
      .population = 10, .offspring = 20, .restart_after = 30, .improve_rate = 0.1, .improve_budget = 300};
  settings.seed = seed;
  settings.stop.generations = 2000;
  settings.stop.stagnation = 150;
  settings.stop.seconds = seconds;
  settings.stop.when = [&stop](const Epoch&) { return stop(); };
  const auto recorder = std::make_shared<HistoryRecorder>(direction_of(problem));
  settings.record = recorder;
  const auto result = evolve(problem, settings, Mpi(world));
  IslandsAnswer answer{static_cast<std::size_t>(world.size()),
                       result.generations,
                       result.evaluations,
                       {},
                       recorder->history()};
  if (result.score.violation > 0) return answer;
  const std::vector<std::uint32_t> kept = heroes_kept(roster->puzzle().pool, puzzle.pool);
  for (const std::uint32_t hero : problem.party(result.best)) answer.party.push_back(kept[hero]);
  return answer;
}

}  // namespace skerry::party
