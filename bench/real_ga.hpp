#pragma once

#include "contender.hpp"

#include <cstdint>

/// The settings of the genetic algorithm for Rastrigin's function in [-5.12, 5.12]^20: simulated binary
/// crossover and polynomial mutation of each gene with the rate `gene_rate`.
namespace real_ga {

constexpr std::uint32_t dimension = 20;
constexpr double bound = 5.12;
constexpr double sbx_eta = 10;
constexpr double polynomial_eta = 20;
constexpr double gene_rate = 1.0 / dimension;
constexpr contender::Settings settings{
    .population = 100, .tournament_size = 2, .crossover_rate = 0.9, .plus = true};

}  // namespace real_ga
