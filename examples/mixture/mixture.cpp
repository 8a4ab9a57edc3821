// Islands of different algorithms search one landscape: differential evolution on the hub, genetic algorithms
// and a local search around it, on a topology of the program's own. docs/evolve.md explains it.
#include <cmath>
#include <cstddef>
#include <iostream>
#include <map>
#include <numbers>

#include <skerry/evolve.hpp>

// Rastrigin's function (Rastrigin 1974; in n dimensions Muehlenbein, Schomisch and Born 1991): a bowl with
// some 10^20 local minima on it. The global one is 0, where all genes are 0.
struct Rastrigin {
  static constexpr std::size_t dimensions = 20;
  using Genome = skerry::Reals<dimensions>;

  skerry::Box<dimensions> bounds() const { return skerry::Box<dimensions>(-5.12, 5.12); }

  double evaluate(const Genome& point) const {
    double sum = 10.0 * dimensions;
    for (const double x : point) sum += x * x - 10 * std::cos(2 * std::numbers::pi * x);
    return sum;
  }
};

// Island 0 exchanges migrants with all other islands, and those with island 0 alone.
skerry::Links star(const skerry::TopologyRequest& request) {
  skerry::Links links(request.islands);
  for (std::size_t island = 1; island < request.islands; ++island) {
    links[0].push_back(island);
    links[island].push_back(0);
  }
  return links;
}

int main(int argc, char** argv) {
  const skerry::Mpi mpi(argc, argv);
  const skerry::Genetic genetic{.population = 40,
                                .crossover_rate = 0.9,
                                .mutation_rate = 1,
                                .operators = {.crossover = "blx_alpha", .mutation = "gaussian"}};
  const std::map<std::size_t, skerry::Algorithm> others{
      {0, skerry::DifferentialEvolution{.population = 40}},
      {1, skerry::LocalSearch{.kind = skerry::LocalSearchKind::random_restart, .population = 4}}};
  const auto run =
      skerry::evolve(Rastrigin{},
                     {.island = genetic,
                      .island_overrides = others,
                      .migration = {.topology = {"star", star}, .transfer = skerry::Transfer::copy},
                      .stop = {.generations = 2000, .target = 1e-8}},
                     mpi);
  if (mpi.first()) {
    std::cout << run.score.fitness << " on island " << run.best_island << " of " << mpi.size() << " after "
              << run.evaluations << " evaluations (" << skerry::name_of(run.reason) << ")\n";
  }
}
