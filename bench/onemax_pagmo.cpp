// This runs pagmo2's `sga` on a string of integers in [0, 1]. Its uniform mutation draws a gene anew, which
// changes half of the genes drawn, so that a rate of 2/n flips as many bits as the others' 1/n. Its only
// replacement is (mu + lambda).
#include "onemax.hpp"

#include <utility>

#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

namespace {

struct OneMax {
  static pagmo::vector_double fitness(const pagmo::vector_double& genome) {
    double ones = 0;
    for (const double gene : genome) ones += gene;
    return {-ones};
  }
  static std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() {
    return {pagmo::vector_double(onemax::bits, 0), pagmo::vector_double(onemax::bits, 1)};
  }
  static pagmo::vector_double::size_type get_nix() { return onemax::bits; }
};

pagmo::population prepare(std::uint64_t seed) {
  return pagmo::population(pagmo::problem{OneMax{}}, onemax::population, static_cast<unsigned>(seed));
}

onemax::Result evolve(const pagmo::population& population, std::uint64_t generations) {
  const std::uint64_t before = population.get_problem().get_fevals();
  const pagmo::sga algorithm(static_cast<unsigned>(generations), onemax::crossover_rate, 1,
                             2 * onemax::flip_rate, 1, onemax::tournament_size, "single", "uniform",
                             "tournament", population.get_seed());
  const pagmo::population evolved = algorithm.evolve(population);
  return {.evaluations = evolved.get_problem().get_fevals() - before, .best = -evolved.champion_f()[0]};
}

}  // namespace

int main(int argc, char** argv) {
  return onemax::measure(argc, argv, prepare, evolve);
}
