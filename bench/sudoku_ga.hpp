#pragma once

#include "contender.hpp"

/// The settings of the genetic algorithm for sudoku, of which the mutation rate is that of each box to have
/// two of its free cells exchanged. A genome is a grid whose boxes are permutations that keep the givens; a
/// child takes each box from either parent; the cost is the number of values that rows and columns lack. An
/// instance is a puzzle of 9x9 in one line.
namespace sudoku_ga {

constexpr contender::Settings settings{.population = 1000,
                                       .tournament_size = 2,
                                       .tournament_win_rate = 0.8,
                                       .crossover_rate = 1,
                                       .mutation_rate = 0.06,
                                       .elites = 50};

}  // namespace sudoku_ga
