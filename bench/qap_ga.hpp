#pragma once

#include "contender.hpp"

/// The settings of the genetic algorithm for the quadratic assignment problem: partially mapped crossover,
/// and a mutation that swaps two entries of a child. Its rate is the share of children that mutate. An
/// instance is a file of QAPLIB.
namespace qap_ga {

constexpr contender::Settings settings{
    .population = 200, .tournament_size = 3, .crossover_rate = 0.9, .mutation_rate = 0.5, .elites = 1};

}  // namespace qap_ga
