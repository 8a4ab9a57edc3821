#pragma once

#include "contender.hpp"

#include <cstdint>
#include <utility>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

/// An algorithm of pagmo2 as a contender; each of its calls makes one generation.
class PagmoSearch {
 public:
  PagmoSearch(pagmo::problem problem, const pagmo::sga& algorithm, std::uint32_t size, std::uint64_t seed)
      : algorithm_(algorithm),
        population_(std::move(problem), size, static_cast<unsigned>(seed)),
        before_(population_.get_problem().get_fevals()) {}

  void evolve(std::uint64_t generations) {
    for (std::uint64_t i = 0; i < generations; ++i) population_ = algorithm_.evolve(population_);
  }
  std::uint64_t evaluations() const { return population_.get_problem().get_fevals() - before_; }
  double best() const { return population_.champion_f()[0]; }

 private:
  pagmo::algorithm algorithm_;
  pagmo::population population_;
  std::uint64_t before_;
};
