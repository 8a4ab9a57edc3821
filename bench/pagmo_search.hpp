#pragma once

#include "contender.hpp"

#include <cstdint>
#include <functional>
#include <utility>

#include <pagmo/algorithms/sga.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

/// A genetic algorithm of pagmo2 as a contender. All generations that are asked for at once are made in one
/// call.
class PagmoSearch {
 public:
  /// Makes the algorithm with that many generations and that seed.
  using Make = std::function<pagmo::sga(unsigned generations, unsigned seed)>;

  PagmoSearch(pagmo::problem problem, Make make, std::uint32_t size, std::uint64_t seed)
      : make_(std::move(make)),
        seed_(static_cast<unsigned>(seed) * 1'000'000),
        population_(std::move(problem), size, static_cast<unsigned>(seed)),
        before_(population_.get_problem().get_fevals()) {}

  void evolve(std::uint64_t generations) {
    population_ = make_(static_cast<unsigned>(generations), ++seed_).evolve(std::move(population_));
  }
  std::uint64_t evaluations() const { return population_.get_problem().get_fevals() - before_; }
  double best() const { return population_.champion_f()[0]; }

 private:
  Make make_;
  unsigned seed_;  // of the last call; each has one of its own
  pagmo::population population_;
  std::uint64_t before_;
};
