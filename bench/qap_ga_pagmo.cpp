// This runs pagmo2's `sga` on the quadratic assignment problem. It has no operators of permutations, so that
// a genome holds a real number in [0, 1] for each facility, a random key, and the order of the keys is the
// assignment. One-point crossover and the uniform mutation, which draws on average as many keys anew as other
// programs swap entries, act on the keys. Its only replacement is (mu + lambda).
#include "pagmo_search.hpp"
#include "qap_ga.hpp"
#include "qap_matrices.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

struct RandomKeys {
  Matrices matrices;

  pagmo::vector_double fitness(const pagmo::vector_double& keys) const {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
    return {cost_of(matrices, order)};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {pagmo::vector_double(matrices.first.size(), 0), pagmo::vector_double(matrices.first.size(), 1)};
  }
};

PagmoSearch prepare(std::uint64_t seed, const std::string& instance) {
  RandomKeys problem{read_matrices(instance)};
  const double key_rate = qap_ga::settings.mutation_rate / static_cast<double>(problem.matrices.first.size());
  const auto make = [key_rate](unsigned generations, unsigned call_seed) {
    return pagmo::sga(generations, qap_ga::settings.crossover_rate, 1, key_rate, 1,
                      qap_ga::settings.tournament_size, "single", "uniform", "tournament", call_seed);
  };
  return {pagmo::problem{std::move(problem)}, make, qap_ga::settings.population, seed};
}

}  // namespace

int main(int argc, char** argv) {
  return contender::measure(argc, argv, prepare);
}
