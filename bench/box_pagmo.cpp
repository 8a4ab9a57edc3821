// This minimises one of twelve functions with pagmo2: box_pagmo ALGORITHM FUNCTION SEED ISLANDS prints what
// is left to the optimum. An infeasible point gets a static penalty far above the values. With several
// islands each has its share of the evaluations, and after every 20 generations they send their best in a
// ring, one after another, so that a seed gives one result.
#include "box_functions.hpp"

#include <cstdio>
#include <cstdlib>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/algorithms/de1220.hpp>
#include <pagmo/algorithms/sade.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

namespace {

/// What the islands of a run have left and found.
struct Tally {
  std::uint64_t left = box_functions::evaluations;
  double best = std::numeric_limits<double>::infinity();
};

struct Problem {
  box_functions::Function function{};
  std::shared_ptr<Tally> tally{};

  pagmo::vector_double fitness(const pagmo::vector_double& x) const {
    const box_functions::Value value = function(x.data());
    bool feasible = value.violation == 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      feasible = feasible && x[i] >= function.lower[i] && x[i] <= function.upper[i];
    if (tally->left > 0) {
      --tally->left;
      if (feasible) tally->best = std::min(tally->best, value.fitness);
    }
    return {value.violation > 0 ? 1e9 + 1e6 * value.violation : value.fitness};
  }
  std::pair<pagmo::vector_double, pagmo::vector_double> get_bounds() const {
    return {function.lower, function.upper};
  }
};

/// Makes an algorithm that evolves one generation in each call, and keeps what it has adapted between calls.
pagmo::algorithm algorithm_of(std::string_view name, unsigned seed) {
  if (name == "sade") return pagmo::algorithm{pagmo::sade{1, 2, 1, 0, 0, true, seed}};
  if (name == "de1220") {
    return pagmo::algorithm{
        pagmo::de1220{1, pagmo::de1220_statics<void>::allowed_variants, 1, 0, 0, true, seed}};
  }
  if (name == "cmaes") return pagmo::algorithm{pagmo::cmaes{1, -1, -1, -1, -1, 0.5, 0, 0, true, true, seed}};
  return pagmo::algorithm{pagmo::sga{1, 0.9, 1, 0.02, 1, 2, "exponential", "polynomial", "tournament", seed}};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: %s ALGORITHM FUNCTION SEED ISLANDS\n", argv[0]);
    return 2;
  }
  const auto tally = std::make_shared<Tally>();
  const Problem problem{box_functions::function(argv[2]), tally};
  const auto seed = static_cast<unsigned>(std::atoi(argv[3]));
  const auto islands = static_cast<unsigned>(std::atoi(argv[4]));
  std::vector<pagmo::algorithm> algorithms;
  std::vector<pagmo::population> populations;
  for (unsigned island = 0; island < islands; ++island) {
    algorithms.push_back(algorithm_of(argv[1], seed + 1000 * island));
    populations.emplace_back(pagmo::problem{problem}, 20, seed + 1000 * island);
  }
  for (unsigned generation = 1; tally->left > 0; ++generation) {
    for (unsigned island = 0; island < islands && tally->left > 0; ++island)
      populations[island] = algorithms[island].evolve(populations[island]);
    if (islands == 1 || generation % 20 != 0) continue;
    for (unsigned island = 0; island < islands; ++island) {
      const pagmo::population& from = populations[island];
      pagmo::population& to = populations[(island + 1) % islands];
      if (from.champion_f()[0] < to.get_f()[to.worst_idx()][0])
        to.set_xf(to.worst_idx(), from.champion_x(), from.champion_f());
    }
  }
  std::printf("%.10g\n", tally->best - problem.function.optimum);
}
