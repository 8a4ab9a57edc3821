#pragma once

#include "contender.hpp"

/// The settings of the genetic algorithm for OneMax: one-point crossover, and each bit of a child flips with
/// the mutation rate. The cost is the number of zeros.
namespace onemax {

constexpr std::uint32_t bits = 1000;
constexpr std::uint32_t population = 200;
constexpr std::uint32_t tournament_size = 3;
constexpr double crossover_rate = 0.9;
constexpr double flip_rate = 1.0 / bits;
constexpr contender::Settings settings{.population = population,
                                       .tournament_size = tournament_size,
                                       .crossover_rate = crossover_rate,
                                       .mutation_rate = flip_rate};

}  // namespace onemax
