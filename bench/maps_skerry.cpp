// This runs skerry's MAP-Elites on a problem of maps.hpp: PROBLEM GENERATIONS SEED [CELLS], with that many
// cells on each axis. It prints evaluations, CPU seconds, coverage and QD-score.
#include "skerry/detail/algorithms/make_island.hpp"

#include "contender.hpp"
#include "maps.hpp"

#include <cstdio>
#include <memory>
#include <string>

namespace {

skerry::MapElites batches_of(std::uint64_t size) {
  skerry::MapElites settings{.population = size, .offspring = size, .crossover_rate = 0};
  settings.operators = {.mutation = "gaussian", .gene_rate = 1};
  return settings;
}

std::unique_ptr<skerry::Island> island_of(const std::string& name, std::uint64_t seed, std::uint64_t cells) {
  if (name.starts_with("sphere")) {
    const maps::Sphere problem{.cells = cells > 0 ? cells : 100};
    skerry::MapElites settings = batches_of(540);
    settings.operators.gaussian_step = problem.sigma / (2 * maps::Sphere::limit);
    if (name == "sphere-line") {
      settings.crossover_rate = 1;
      settings.operators.crossover = "line";
    }
    return make_island(problem, settings, seed, 0);
  }
  if (name == "arm") {
    skerry::MapElites settings = batches_of(150);
    settings.worst_fitness = std::numbers::pi * std::numbers::pi;
    settings.operators.gaussian_step = 0.1 / (2 * std::numbers::pi);
    settings.crossover_rate = 1;
    settings.operators.crossover = "line";
    return make_island(maps::StraightArm(cells > 0 ? cells : 100), settings, seed, 0);
  }
  if (name == "rastrigin") {
    using skerry::RealFunction;
    skerry::MapElites settings = batches_of(500);
    settings.worst_fitness = 3 * (10 + 5.12 * 5.12 + 10);
    settings.operators = {.mutation = "polynomial", .gene_rate = 0.2, .polynomial_eta = 20};
    const RealFunction problem(RealFunction::Kind::rastrigin, 3, RealFunction::Traits::genes,
                               cells > 0 ? cells : 64);
    return make_island(problem, settings, seed, 0);
  }
  return nullptr;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4 || argc > 5) {
    std::fprintf(stderr, "usage: %s sphere|sphere-line|arm|rastrigin GENERATIONS SEED [CELLS]\n", argv[0]);
    return 2;
  }
  const auto island = island_of(argv[1], std::strtoull(argv[3], nullptr, 10),
                                argc == 5 ? std::strtoull(argv[4], nullptr, 10) : 0);
  if (island == nullptr) {
    std::fprintf(stderr, "%s: there is no problem \"%s\"\n", argv[0], argv[1]);
    return 2;
  }
  const double start_s = contender::cpu_s();
  island->initialise();
  for (std::uint64_t left = std::strtoull(argv[2], nullptr, 10) - 1; left > 0;) {
    const std::uint64_t epoch = std::min<std::uint64_t>(left, 10);
    island->forget();
    island->evolve(epoch);
    left -= epoch;
  }
  const skerry::Statistics& last = island->statistics().back();
  std::printf("%llu %.6f %.6f %.4f\n", static_cast<unsigned long long>(last.evaluations),
              contender::cpu_s() - start_s, last.coverage, last.qd_score);
}
