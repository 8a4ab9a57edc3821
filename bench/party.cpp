// This measures the two hot paths of the party puzzle, on generated instances: one constructed party, by the
// index and by the plain scan of the pool, and one generation of the hybrid GA.
#include "skerry/app/settings.hpp"
#include "skerry/detail/algorithms/genetic_island.hpp"

#include "puzzles/party/generate/generate.hpp"
#include "puzzles/party/search/problem.hpp"

#include <cstdint>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace skerry;

std::shared_ptr<const party::Roster> roster(std::int64_t heroes, std::int64_t type) {
  const party::Generated made =
      party::generate({.heroes = static_cast<std::uint32_t>(heroes), .type = static_cast<int>(type)});
  Files files;
  files.replace({{"puzzle.toml", made.puzzle_toml}, {"pool.csv", made.pool_csv}});
  return std::make_shared<const party::Roster>(party::read_puzzle("puzzle.toml", files));
}

/// The arguments are the number of heroes, the type of the puzzle, and whether the index is used.
void construction(benchmark::State& state) {
  const auto instance = roster(state.range(0), state.range(1));
  party::Constructor constructor(*instance, {.indexed = state.range(2) != 0});
  party::Board board(*instance);
  Random random(1, 0, Purpose::construction);
  for (auto _ : state) {
    board.clear();
    benchmark::DoNotOptimize(constructor.construct(board, random));
  }
}

/// The arguments are the number of heroes and the type of the puzzle. An iteration is the paper's run of a
/// single population: an initial population and 100 generations, each time with another seed.
void generations_100(benchmark::State& state) {
  const party::PartyProblem problem(roster(state.range(0), state.range(1)), {});
  std::uint64_t seed = 0;
  for (auto _ : state) {
    GeneticIsland<party::PartyProblem> island(problem, {}, ++seed, 0);
    island.initialise();
    island.evolve(100);
    benchmark::DoNotOptimize(island.best_key());
  }
}

}  // namespace

BENCHMARK(construction)
    ->ArgNames({"heroes", "type", "indexed"})
    ->ArgsProduct({{1'000, 10'000, 100'000}, {2}, {0, 1}})
    ->ArgsProduct({{10'000}, {1, 3}, {0, 1}})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(generations_100)
    ->ArgNames({"heroes", "type"})
    ->ArgsProduct({{10'000}, {1, 2, 3}})
    ->Unit(benchmark::kMicrosecond);

BENCHMARK_MAIN();
