// This counts the evaluations of all islands until the maps of an archipelago, taken together, cover a share
// of the cells of the arm: TRANSFER ISLANDS SEED COVERAGE, by one of the exchanges that are compared. It
// prints the evaluations, the coverage and the QD-score then.
#include "skerry/detail/algorithms/make_island.hpp"

#include "engine/archipelago/gathering.hpp"
#include "engine/communication/island_threads.hpp"
#include "engine/communication/thread_communicator.hpp"
#include "engine/exchange/exchange.hpp"
#include "maps.hpp"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

using namespace skerry;

constexpr std::uint64_t cells = 100;
constexpr std::uint64_t most_generations = 200'000;

MigrationSettings settings_of(const std::string& name, std::uint64_t every) {
  const std::map<std::string, MigrationSettings> known = {
      {"random", {.every = every, .similarity = Similarity::random}},
      {"fitness", {.every = every}},
      {"ring", {.topology = ring, .every = every, .migrants = 10, .transfer = Transfer::copy}},
      {"home", {.every = every, .transfer = Transfer::home}},
      {"none", {.topology = isolated, .every = every}}};
  return known.at(name);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fprintf(stderr, "usage: %s random|fitness|ring|home|none ISLANDS SEED COVERAGE [EVERY]\n", argv[0]);
    return 2;
  }
  const std::uint64_t every = argc > 5 ? std::strtoull(argv[5], nullptr, 10) : 5;
  const MigrationSettings migration = settings_of(argv[1], every);
  const std::uint64_t seed = std::strtoull(argv[3], nullptr, 10);
  const double wanted = std::strtod(argv[4], nullptr);
  ThreadCommunicator alone;
  for_each_island(alone, std::strtoull(argv[2], nullptr, 10), [&](Communicator& world) {
    MapElites settings{.population = 150, .offspring = 150, .crossover_rate = 1};
    settings.worst_fitness = std::numbers::pi * std::numbers::pi;
    settings.operators = {.crossover = "line",
                          .mutation = "gaussian",
                          .gene_rate = 1,
                          .gaussian_step = 0.1 / (2 * std::numbers::pi)};
    const auto island =
        make_island(maps::StraightArm(cells), settings, seed, static_cast<std::uint32_t>(world.rank()));
    SolutionGathering gathering(world, *island);
    const auto exchange = make_exchange(world, *island, migration, seed);
    island->initialise();
    std::uint64_t generations = 0;
    for (std::uint64_t epoch = 0;; ++epoch) {
      const SolutionSet all = gathering.gather(*island);
      double coverage = static_cast<double>(all.size()) / (cells * cells);
      world.broadcast(coverage);
      if (coverage >= wanted || generations >= most_generations) {
        double worth = 0;
        for (const Key& key : all.keys) worth += *settings.worst_fitness - key.cost;
        if (world.rank() == 0)
          std::printf("%llu %.4f %.1f\n",
                      static_cast<unsigned long long>((generations + 1) * 150 * world.size()), coverage,
                      worth);
        return;
      }
      island->forget();
      island->evolve(migration.every);
      generations += migration.every;
      exchange->migrate(*island, epoch);
    }
  });
}
