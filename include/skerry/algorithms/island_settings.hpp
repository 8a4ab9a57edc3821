#pragma once

#include "skerry/algorithms/differential_settings.hpp"
#include "skerry/operators/operator_settings.hpp"

#include <cstdint>
#include <optional>

namespace skerry {

enum class AlgorithmKind { genetic, hill_climbing, random_restart, random_walk, differential_evolution };
enum class SelectionKind { linear_ranking, tournament, proportional, reciprocal };
/// random: two parents are drawn for each child. round_robin: as many parents as children are drawn, and each
/// is crossed with the next one, the last with the first.
enum class MatingKind { random, round_robin };
enum class ReplacementKind { plus, generational };
/// What a child is where crossover_rate says that it has no two parents: a clone of one parent, or a random
/// individual.
enum class WithoutCrossover { clone, random_immigrant };

/// What a step of a random walk is compared with: where the walk is, or the best that its island has found.
enum class ReferenceKind { current, best };

/// An island's algorithm and its settings; the defaults are Table I of Levonyan et al. 2020 for one
/// population.
struct IslandSettings {
  AlgorithmKind algorithm = AlgorithmKind::genetic;
  std::uint64_t population = 50;  ///< individuals: at least 2, or 1 for the local searches
  /// Individuals that a generation makes, at least 1: children, or steps of a local search, which its
  /// individuals take in turn.
  std::uint64_t offspring = 100;

  SelectionKind selection = SelectionKind::linear_ranking;
  double selection_pressure =
      2;  ///< linear ranking: expected children of the best over the mean's, in [1, 2]
  std::uint64_t tournament_size = 2;  ///< at least 1
  double tournament_win_rate = 1;     ///< the best wins with this probability, else the next, and so on
  std::optional<double> ideal = {};   ///< reciprocal: a fitness that no genome exceeds

  MatingKind mating = MatingKind::random;
  double crossover_rate = 0.5;                                   ///< of children with two parents
  WithoutCrossover without_crossover = WithoutCrossover::clone;  ///< what the other children are
  /// Handed to the problem's mutate(); a local search does so where the problem has no neighbour(). With a
  /// stock genome: the share of children that mutate.
  double mutation_rate = 0.2;

  /// plus: the best of parents and children. generational: the children, and `elites` of the parents.
  ReplacementKind replacement = ReplacementKind::plus;
  std::uint64_t elites = 1;  ///< generational only; less than `population`
  bool keep_duplicates =
      false;  ///< false: no genome twice among the survivors, as far as there are enough others

  double immigrants_below =
      0;  ///< fitness diversity under which individuals are replaced by fresh ones; 0: never
  double immigrants_share = 1.0 / 3;  ///< of the population, chosen at random, the best excepted
  std::uint64_t restart_after =
      0;  ///< generations without a new best since the last one after which all are replaced; 0: never

  double improve_rate = 0;              ///< of children that get a local search, where the problem has one
  std::uint64_t improve_budget = 1000;  ///< evaluations a local search may make

  std::uint64_t climb_steps = 1000;  ///< random_restart: steps of one climb, at least 1
  double walk_probability = 0.001;   ///< random_walk: of a step that is taken whatever it costs
  ReferenceKind walk_reference = ReferenceKind::current;  ///< random_walk: what the others are not worse than

  OperatorSettings operators{};         ///< crossover and mutation of a stock genome
  DifferentialSettings differential{};  ///< differential_evolution
};

}  // namespace skerry
