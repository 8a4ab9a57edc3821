// This runs skerry on real functions: "jde", differential evolution until it reaches the target, and "sbx",
// simulated binary crossover and polynomial mutation for a fixed number of evaluations.
#include "skerry/detail/algorithms/make_island.hpp"

#include "puzzles/landscapes/real_functions.hpp"
#include "reals.hpp"

namespace {

using Kind = skerry::RealFunction::Kind;

Kind kind_of(std::string_view function) {
  if (function == "sphere") return Kind::sphere;
  return function == "rosenbrock" ? Kind::rosenbrock : Kind::rastrigin;
}

skerry::Algorithm algorithm_of(bool differential) {
  if (differential) return skerry::DifferentialEvolution{.offspring = 40};
  return skerry::Genetic{.population = 100,
                         .offspring = 100,
                         .selection_pressure = 1,
                         .crossover_rate = 1,
                         .mutation_rate = 0.2,
                         .operators = {.crossover = "sbx", .mutation = "polynomial", .sbx_eta = 1}};
}

reals::Result run(std::string_view algorithm, std::string_view function, std::uint64_t seed) {
  const bool differential = algorithm == "jde";
  const auto island = skerry::make_island(skerry::RealFunction(kind_of(function), reals::dimension),
                                          algorithm_of(differential), seed, 0);
  island->initialise();
  for (;;) {
    const std::uint64_t evaluations = island->statistics().back().evaluations;
    const double best = island->best_key().cost;
    if (evaluations >= reals::most_evaluations || (differential && best <= reals::target))
      return {evaluations, best};
    island->forget();
    island->evolve(1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return reals::measure(argc, argv, run);
}
