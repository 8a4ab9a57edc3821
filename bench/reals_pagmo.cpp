// This runs pagmo2 on real functions: "de" and "sade" until they reach the target, and "sga" with simulated
// binary crossover and polynomial mutation for a fixed number of evaluations.
#include "reals.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/de.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/problems/rastrigin.hpp>
#include <pagmo/problems/rosenbrock.hpp>

namespace {

struct Sphere {
  static pagmo::vector_double fitness(const pagmo::vector_double& x) {
    double sum = 0;
    for (const double gene : x) sum += gene * gene;
    return {sum};
  }
  static std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() {
    return {pagmo::vector_double(reals::dimension, -5.12), pagmo::vector_double(reals::dimension, 5.12)};
  }
};

pagmo::problem problem_of(std::string_view function) {
  if (function == "sphere") return pagmo::problem{Sphere{}};
  if (function == "rosenbrock") return pagmo::problem{pagmo::rosenbrock{reals::dimension}};
  return pagmo::problem{pagmo::rastrigin{reals::dimension}};
}

/// Makes an algorithm that evolves one generation in each call; sade keeps what it has adapted between calls.
pagmo::algorithm algorithm_of(std::string_view name, unsigned seed) {
  if (name == "de") return pagmo::algorithm{pagmo::de{1, 0.8, 0.9, 2, 0, 0, seed}};
  if (name == "sade") return pagmo::algorithm{pagmo::sade{1, 2, 1, 0, 0, true, seed}};
  return pagmo::algorithm{pagmo::sga{1, 0.9, 1, 0.02, 20, 2, "sbx", "polynomial", "tournament", seed}};
}

reals::Result run(std::string_view name, std::string_view function, std::uint64_t seed) {
  const auto number = static_cast<unsigned>(seed);
  const pagmo::algorithm algorithm = algorithm_of(name, number);
  pagmo::population population(problem_of(function), name == "sga" ? 100 : 20, number);
  for (;;) {
    const std::uint64_t evaluations = population.get_problem().get_fevals();
    const double best = population.champion_f()[0];
    if (evaluations >= reals::most_evaluations || (name != "sga" && best <= reals::target))
      return {evaluations, best};
    population = algorithm.evolve(population);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return reals::measure(argc, argv, run);
}
