#include "puzzles/party/map/map_islands.hpp"

#include "skerry/algorithms/make_island.hpp"
#include "skerry/archipelago.hpp"
#include "skerry/population/genome_buffer.hpp"
#include "skerry/threads.hpp"

#include "engine/communication/communicator.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"

namespace skerry::party {

namespace {

MapElites map_algorithm() {
  return {.population = 20, .offspring = 40, .improve_rate = 0.1, .improve_budget = 300};
}

}  // namespace

void fill_by_islands(PartyMap& map, const std::shared_ptr<const Roster>& roster,
                     const PartyMapSettings& settings, double seconds, const std::function<bool()>& stop) {
  const PartyProblem problem(roster, ConstructionSettings{});
  StopRule rule;
  rule.generations = 1'000'000;
  if (settings.evaluations > 0) {
    rule.evaluations = settings.evaluations;
  } else {
    rule.seconds = seconds;
  }
  rule.when = [&stop](const Epoch&) { return stop(); };
  on_threads(settings.threads, [&](const Mpi& mpi) {
    const auto island =
        make_island(problem, map_algorithm(), settings.seed, static_cast<std::uint32_t>(mpi.rank()));
    const Outcome outcome =
        run_archipelago(*island, mpi.communicator(), MigrationSettings{}, rule, settings.seed, {});
    if (!mpi.first()) return;
    map.evaluations = outcome.evaluations;
    const SolutionSet& set = outcome.solutions;
    for (std::size_t i = 0; i < set.size(); ++i) {
      PartyCell& cell = map.cells.at(set.cells[i]);
      cell.state = PartyCell::State::filled;
      cell.by = "islands";
      cell.party = problem.party(unpack_genome<PartyProblem::Genome>(set.genome(i)));
    }
  });
}

}  // namespace skerry::party
