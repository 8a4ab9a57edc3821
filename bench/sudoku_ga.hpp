#pragma once

#include "contender.hpp"

/// The settings of the genetic algorithms for sudoku. The cost is the number of values that rows and columns
/// lack; an instance is a puzzle of 9x9 in one line. In sudoku_ga_* a child takes each box from either
/// parent, and the mutation rate is that of each box to have two of its free cells exchanged.
/// sudoku_published_* has the operators of configs/sudoku/classic.toml, and the rate is that of each free
/// cell.
namespace sudoku_ga {

constexpr contender::Settings settings{.population = 1000,
                                       .tournament_size = 2,
                                       .tournament_win_rate = 0.8,
                                       .crossover_rate = 1,
                                       .mutation_rate = 0.06,
                                       .elites = 50};

}  // namespace sudoku_ga
