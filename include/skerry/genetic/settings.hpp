#pragma once

#include <cstdint>

namespace skerry {

enum class SelectionKind { linear_rank, tournament, proportional };
enum class ReplacementKind { plus, generational };

/// A genetic algorithm's settings; the defaults are Table I of Levonyan et al. 2020 for one population.
struct GeneticSettings {
  std::uint64_t population = 50;  ///< individuals, at least 2
  std::uint64_t offspring = 100;  ///< children in a generation, at least 1

  SelectionKind selection = SelectionKind::linear_rank;
  double selection_pressure = 2;  ///< linear rank: expected children of the best over the mean's, in [1, 2]
  std::uint64_t tournament_size = 2;  ///< at least 1
  double tournament_win_rate = 1;     ///< the best wins with this probability, else the next, and so on

  double crossover_rate = 0.5;  ///< of children with two parents; the others are copies of one
  double mutation_rate = 0.2;   ///< handed to the problem's mutate()

  /// plus: the best of parents and children. generational: the children, and `elites` of the parents.
  ReplacementKind replacement = ReplacementKind::plus;
  std::uint64_t elites = 1;  ///< generational only; less than `population`
  bool keep_duplicates =
      false;  ///< false: no genome twice among the survivors, as far as there are enough others

  double refresh_below =
      0;  ///< fitness diversity under which individuals are replaced by fresh ones; 0: never
  double refresh_share = 1.0 / 3;   ///< of the population, chosen at random, the best excepted
  std::uint64_t restart_after = 0;  ///< generations without a new best after which all are replaced; 0: never

  double improve_rate = 0;              ///< of children that get a local search, where the problem has one
  std::uint64_t improve_budget = 1000;  ///< evaluations a local search may make
};

}  // namespace skerry
