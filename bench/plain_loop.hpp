#pragma once

#include "contender.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

/// The genetic algorithm as one writes it for a single problem with the standard library alone: vectors, one
/// std::mt19937 and its distributions, a sort, and no further thought for speed. A problem has the types and
/// the functions Genome, sample(random), cross(a, b, random), mutate(genome, rate, random) and cost(genome).
template <typename Problem>
class PlainLoop {
 public:
  PlainLoop(Problem problem, const contender::Settings& settings, std::uint64_t seed)
      : problem_(std::move(problem)), settings_(settings), random_(static_cast<std::uint32_t>(seed)) {
    for (std::uint32_t i = 0; i < settings_.population; ++i) add(population_, problem_.sample(random_));
    std::sort(population_.begin(), population_.end(), by_cost);
  }

  void evolve(std::uint64_t generations) {
    for (std::uint64_t i = 0; i < generations; ++i) generation();
  }
  std::uint64_t evaluations() const { return generations_ * settings_.population; }
  /// Returns the least cost of the population, which keeps its best.
  double best() const { return population_.front().cost; }

 private:
  struct Individual {
    typename Problem::Genome genome;
    double cost = 0;
  };
  static bool by_cost(const Individual& a, const Individual& b) { return a.cost < b.cost; }

  void add(std::vector<Individual>& to, typename Problem::Genome genome) {
    const double cost = problem_.cost(genome);
    to.push_back({std::move(genome), cost});
  }

  bool chance(double rate) { return std::uniform_real_distribution<double>(0, 1)(random_) < rate; }

  const Individual& winner() {
    std::uniform_int_distribution<std::size_t> any(0, population_.size() - 1);
    const Individual* best = &population_[any(random_)];
    const Individual* worst = best;
    for (std::uint32_t i = 1; i < settings_.tournament_size; ++i) {
      const Individual& entrant = population_[any(random_)];
      if (entrant.cost < best->cost) best = &entrant;
      if (entrant.cost > worst->cost) worst = &entrant;
    }
    if (settings_.tournament_win_rate < 1 && !chance(settings_.tournament_win_rate)) return *worst;
    return *best;
  }

  /// The population is sorted before and after.
  void generation() {
    std::vector<Individual> children;
    children.reserve(2 * population_.size());
    while (children.size() < population_.size()) {
      const Individual& mother = winner();
      typename Problem::Genome child = mother.genome;
      if (chance(settings_.crossover_rate)) child = problem_.cross(mother.genome, winner().genome, random_);
      problem_.mutate(child, settings_.mutation_rate, random_);
      add(children, std::move(child));
    }
    if (settings_.plus) {
      children.insert(children.end(), population_.begin(), population_.end());
    } else {
      std::sort(children.begin(), children.end(), by_cost);
      std::copy_n(population_.begin(), settings_.elites, children.end() - settings_.elites);
    }
    std::sort(children.begin(), children.end(), by_cost);
    children.resize(population_.size());
    population_ = std::move(children);
    ++generations_;
  }

  Problem problem_;
  contender::Settings settings_;
  std::mt19937 random_;
  std::vector<Individual> population_;
  std::uint64_t generations_ = 0;
};
