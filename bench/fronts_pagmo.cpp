// This runs pagmo2's nsga2 on problems with several objectives, with its default operators ("defaults") or
// the published ones ("published").
#include "fronts.hpp"

#include <optional>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/problems/dtlz.hpp>
#include <pagmo/problems/zdt.hpp>

namespace {

pagmo::problem made(const fronts::Problem& problem) {
  if (problem.objectives == 2) return pagmo::problem{pagmo::zdt{problem.number, problem.dimension}};
  return pagmo::problem{pagmo::dtlz{problem.number, problem.dimension, problem.objectives}};
}

pagmo::algorithm algorithm_of(std::string_view settings, const fronts::Problem& problem, unsigned seed) {
  if (settings == "defaults")
    return pagmo::algorithm{pagmo::nsga2{fronts::generations, 0.95, 10, 0.01, 50, seed}};
  const fronts::Operators chosen = fronts::published(problem);
  return pagmo::algorithm{pagmo::nsga2{fronts::generations, chosen.crossover_rate, chosen.sbx_eta,
                                       chosen.gene_rate, chosen.polynomial_eta, seed}};
}

fronts::Result run(std::string_view settings, const fronts::Problem& problem, std::uint64_t seed) {
  const auto number = static_cast<unsigned>(seed);
  const pagmo::algorithm algorithm = algorithm_of(settings, problem, number);
  std::optional<pagmo::population> population;
  fronts::Result result;
  result.seconds = fronts::seconds_of([&] {
    population.emplace(made(problem), fronts::population, number);
    *population = algorithm.evolve(*population);
  });
  result.evaluations = population->get_problem().get_fevals();
  for (const pagmo::vector_double& row : population->get_f())
    result.rows.insert(result.rows.end(), row.begin(), row.end());
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  return fronts::measure(argc, argv, run);
}
