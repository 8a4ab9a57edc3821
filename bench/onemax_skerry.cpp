// This runs skerry's own island on OneMax; the environment variable RECORD=1 keeps a row of statistics for
// each generation, as a run does.
#include "skerry/algorithms/genetic_island.hpp"

#include "onemax.hpp"
#include "puzzles/onemax/onemax.hpp"

#include <cstdlib>
#include <memory>

namespace {

using Island = skerry::GeneticIsland<skerry::OneMax>;

std::unique_ptr<Island> prepare(std::uint64_t seed) {
  const skerry::Genetic settings{.population = onemax::population,
                                 .offspring = onemax::population,
                                 .selection = skerry::SelectionKind::tournament,
                                 .tournament_size = onemax::tournament_size,
                                 .crossover_rate = onemax::crossover_rate,
                                 .mutation_rate = onemax::flip_rate,
                                 .replacement = skerry::ReplacementKind::generational,
                                 .elites = 0,
                                 .keep_duplicates = true};
  auto island = std::make_unique<Island>(skerry::OneMax(onemax::bits), settings, seed, 0);
  island->set_recording(std::getenv("RECORD") != nullptr);
  island->initialise();
  return island;
}

onemax::Result evolve(std::unique_ptr<Island>& island, std::uint64_t generations) {
  for (std::uint64_t left = generations; left > 0;) {
    const std::uint64_t epoch = std::min<std::uint64_t>(left, 10);
    island->evolve(epoch);
    island->forget();
    left -= epoch;
  }
  return {.evaluations = generations * onemax::population,
          .best = skerry::score_of(island->best_key(), island->direction()).fitness};
}

}  // namespace

int main(int argc, char** argv) {
  return onemax::measure(argc, argv, prepare, evolve);
}
