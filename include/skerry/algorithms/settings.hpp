#pragma once

#include "skerry/detail/operators/operators.hpp"
#include "skerry/error.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace skerry {

/// What an evaluation without a finite fitness leads to: a genome that ranks last, or the run's end.
enum class InvalidFitness { ranks_last, is_error };

/// How parents are paired. random: two parents are drawn for each child. round_robin: as many parents as
/// children are drawn, and each is crossed with the next one, the last with the first.
enum class MatingKind { random, round_robin };
/// What random immigrants do if diversity is low. spare_best: they replace individuals drawn from all but the
/// best. replace_any: from all (Levonyan et al. 2020, V.B). join_offspring: they join the children, and
/// survivors are selected again (V.A.4); only with a replacement that SelectsSurvivors, such as plus.
enum class ImmigrationKind { spare_best, replace_any, join_offspring };
/// What a child is if crossover_rate decides that it has no two parents: a clone of one, or random.
enum class WithoutCrossover { clone, random_immigrant };

/// A mistake in the settings of an algorithm.
struct SettingMistake {
  std::string key;    ///< the key with the wrong value: "elites"
  std::string other;  ///< the key with which it does not go together; empty if the value is wrong by itself
  std::string message;
};

/// What a problem must have for an algorithm.
enum class Needs { nothing, objectives, features, reals_in_box };

/// What messages, pages, checks and configurations know of an algorithm.
struct AlgorithmFacts {
  std::array<std::string_view, 3> names = {};  ///< of each `kind`, or one; none: those of the program
  std::string_view family = {};                ///< under which pages list its keys; empty: the name
  std::uint64_t least_population = 1;
  std::uint64_t least_offspring = 1;
  Needs needs = Needs::nothing;
  std::string_view keys;  ///< of [island], which src/engine/algorithms/setting_keys.hpp explains
};

/// A genetic algorithm; default sizes and rates are of one population in Levonyan et al. 2020, Table I.
struct Genetic {
  static constexpr AlgorithmFacts facts{
      .names = {"genetic"},
      .least_population = 2,
      .keys =
          "population offspring selection selection_pressure tournament_size tournament_win_rate "
          "ideal mating crossover_rate without_crossover mutation_rate gene_rate mutation_growth "
          "mutation_most mutation_stall replacement elites keep_duplicates immigrants_below "
          "immigrants_share immigration restart_after improve_rate improve_budget invalid_fitness"};

  std::uint64_t population = 50;  ///< individuals, at least 2
  std::uint64_t offspring = 100;  ///< children that a generation makes, at least 1

  /// The name of a stock selection (skerry/selection.hpp), or of one that the program brings.
  std::string selection = "linear_ranking";
  /// Linear ranking: the expected number of children of the best, as a multiple of the mean, in [1, 2].
  double selection_pressure = 2;
  std::uint64_t tournament_size = 2;  ///< entrants, drawn with replacement; at least 1
  double tournament_win_rate = 1;     ///< the best wins with this probability, else the next, and so on
  /// Reciprocal: a fitness that no genome exceeds; by default the problem's bound or optimum.
  std::optional<double> ideal = {};

  MatingKind mating = MatingKind::random;
  double crossover_rate = 0.5;  ///< share of children with two parents
  WithoutCrossover without_crossover = WithoutCrossover::clone;
  double mutation_rate = 1;  ///< share of children that mutate; OperatorSettings::gene_rate says how much
  /// The factor of AdaptiveMutation for each generation in which fitness diversity stands still, at least 1.
  /// Its rate is the gene_rate of a problem's own mutate(), otherwise mutation_rate.
  double mutation_growth = 1;
  double mutation_most = 1;  ///< the largest rate to which it grows, at least the one that it grows from
  /// Fitness diversity stands still if it changes by less than this share of itself in a generation.
  double mutation_stall = 0.01;

  /// plus: the best of all survive; generational: children, and `elites` parents; or one of the program.
  std::string replacement = "plus";
  std::uint64_t elites = 1;      ///< generational: the best parents that survive; less than `population`
  bool keep_duplicates = false;  ///< plus: whether a genome survives twice while there are others

  /// Fitness diversity below which random immigrants come (Grefenstette 1992); 0: never.
  double immigrants_below = 0;
  double immigrants_share = 1.0 / 3;  ///< their number, as a share of the population
  ImmigrationKind immigration = ImmigrationKind::spare_best;
  /// Generations without a new best since the last restart, after which all are replaced; 0: never.
  std::uint64_t restart_after = 0;

  double improve_rate = 0;  ///< share of children that get the problem's local search, if it has one
  std::uint64_t improve_budget = 1000;  ///< evaluations that one local search may make

  OperatorSettings operators{};

  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// hill_climbing: a step is taken unless it is worse. random_restart: the same, begun anew after climb_steps.
/// random_walk: a worse step is sometimes taken, too.
enum class LocalSearchKind { hill_climbing, random_restart, random_walk };
/// With what a step of a random walk is compared: the present individual, or the best of its island.
enum class ReferenceKind { current, best };

/// A stochastic local search; each individual searches by itself.
struct LocalSearch {
  static constexpr AlgorithmFacts facts{
      .names = {"hill_climbing", "random_restart", "random_walk"},
      .family = "local searches",
      .keys =
          "population offspring gene_rate restart_after climb_steps walk_probability walk_reference "
          "invalid_fitness"};

  LocalSearchKind kind = LocalSearchKind::hill_climbing;
  std::uint64_t population = 1;      ///< individuals, at least 1
  std::uint64_t offspring = 100;     ///< steps in a generation, the individuals in turn; at least 1
  double gene_rate = 0;              ///< as in OperatorSettings, if the problem has no neighbour()
  std::uint64_t restart_after = 0;   ///< as in Genetic
  std::uint64_t climb_steps = 1000;  ///< random_restart: steps of one climb, at least 1
  double walk_probability = 0.001;   ///< random_walk: share of the worse steps that are taken
  ReferenceKind walk_reference = ReferenceKind::current;  ///< random_walk: with what a step is compared
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// rand_1_bin and best_1_bin: the base of a mutant is a random individual, or the best (Storn and Price
/// 1997). jde: rand_1_bin with a weight and a rate for each individual, which adapt (Brest et al. 2006).
enum class DifferentialVariant { rand_1_bin, best_1_bin, jde };

/// Differential evolution, for reals in a box. The defaults of weights and rates are those of the literature.
struct DifferentialEvolution {
  static constexpr AlgorithmFacts facts{
      .names = {"differential_evolution"},
      .family = "differential evolution",
      .least_population = 4,
      .needs = Needs::reals_in_box,
      .keys =
          "variant population offspring weight binomial_rate tau1 tau2 reset_rate restart_after "
          "invalid_fitness"};

  DifferentialVariant variant = DifferentialVariant::jde;
  std::uint64_t population = 40;  ///< individuals, at least 4
  std::uint64_t offspring = 100;  ///< trials that a generation makes, the individuals in turn; at least 1
  double weight = 0.5;  ///< F, of the difference of two individuals, above 0, at most 2; jde: the first one
  double binomial_rate = 0.9;  ///< CR, share of genes that come from the mutant; jde: the first one
  double tau1 = 0.1;           ///< jde: probability that an individual tries another weight
  double tau2 = 0.1;           ///< jde: probability that it tries another rate
  /// jde: share of trials that draw one gene anew, against convergence; 0: none, as published.
  double reset_rate = 0.02;
  std::uint64_t restart_after = 0;  ///< as in Genetic
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// alone: CMA-ES, begun anew whenever it has converged. with_differential_evolution: from then on, each
/// second evaluation is one of differential evolution (jDE).
enum class CmaEsKind { alone, with_differential_evolution };

/// CMA-ES with restarts, for reals in a box (see CmaEsIsland).
struct CmaEs {
  static constexpr AlgorithmFacts facts{.names = {"cma_es", "portfolio"},
                                        .family = "CMA-ES",
                                        .least_population = 4,
                                        .least_offspring = 4,
                                        .needs = Needs::reals_in_box,
                                        .keys = "population offspring initial_step invalid_fitness"};

  CmaEsKind kind = CmaEsKind::alone;
  std::uint64_t population = 40;  ///< individuals, at least 4
  std::uint64_t offspring = 100;  ///< most samples or trials that a generation makes, at least 4
  double initial_step = 0.3;  ///< first standard deviation, as a share of each interval, above 0, at most 1
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// How individuals of the last front survive: by crowding (NSGA-II, Deb et al. 2002) or directions (NSGA-III,
/// Deb and Jain 2014); automatic: by directions for more than three objectives.
enum class NicheKind { automatic, crowding, directions };

/// A genetic algorithm by non-dominated sorting, for a problem with objectives (see HasObjectives), which
/// archives what no other dominates, or one of each box of `front_epsilon`. Members are as in Genetic.
struct Nsga2 {
  static constexpr AlgorithmFacts facts{
      .names = {"nsga2"},
      .least_population = 2,
      .needs = Needs::objectives,
      .keys =
          "population offspring crossover_rate mutation_rate gene_rate niches front_epsilon "
          "keep_duplicates improve_rate improve_budget invalid_fitness"};

  std::uint64_t population = 100;  ///< individuals, at least 2
  std::uint64_t offspring = 100;   ///< children that a generation makes, at least 1
  double crossover_rate = 0.9;
  double mutation_rate = 1;
  NicheKind niches = NicheKind::automatic;
  bool keep_duplicates = false;  ///< whether a genome survives twice while there are others
  /// The sides of a box of objectives, above 0, for each or one for all; empty: an archive without a limit.
  std::vector<double> front_epsilon = {};
  double improve_rate = 0;
  std::uint64_t improve_budget = 1000;
  OperatorSettings operators{};
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// The cells of a map: those of a grid, with Feature::cells on each axis, or those of a centroidal Voronoi
/// tessellation of the box of features (Vassiliades et al. 2018), whose number is MapElites::centroids.
enum class CellKind { grid, centroidal };

/// MAP-Elites (Mouret and Clune 2015), for a problem with features (see HasFeatures): the best of each cell
/// of a map. Other islands are sent the population, drawn from all of these. Members are as in Genetic.
struct MapElites {
  static constexpr AlgorithmFacts facts{
      .names = {"map_elites"},
      .least_population = 2,
      .needs = Needs::features,
      .keys =
          "population offspring cells centroids crossover_rate mutation_rate gene_rate "
          "worst_fitness improve_rate improve_budget invalid_fitness"};

  std::uint64_t population = 100;  ///< solutions that are drawn for a generation, at least 2
  std::uint64_t offspring = 100;   ///< children that a generation makes, at least 1
  CellKind cells = CellKind::grid;
  std::uint64_t centroids = 1000;  ///< centroidal: the number of cells, at least 1
  double crossover_rate = 0.5;
  double mutation_rate = 1;
  /// The fitness from which the QD-score counts; by default 0 if the problem maximises, else there is none.
  std::optional<double> worst_fitness = {};
  double improve_rate = 0;
  std::uint64_t improve_budget = 1000;
  OperatorSettings operators{};
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// An algorithm that a program brings (skerry/own_algorithm.hpp). Members named as in Genetic mean the same.
struct OwnAlgorithm {
  static constexpr AlgorithmFacts facts{.keys = "population offspring restart_after invalid_fitness"};

  std::string name;               ///< which of those that the program brings
  std::uint64_t population = 50;  ///< individuals, at least 1
  std::uint64_t offspring = 100;  ///< evaluations that a generation is meant to make, at least 1
  std::uint64_t restart_after = 0;
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
  std::map<std::string, double> values = {};  ///< of its own settings, where they are not the defaults
};

/// Returns the part of these settings that decides how children are made, as those of a genetic algorithm.
Genetic breeding_of(const Nsga2& settings);
Genetic breeding_of(const MapElites& settings);

/// The algorithm of an island, made from one of the settings above, which its constructors check.
class Algorithm {
 public:
  using Settings =
      std::variant<Genetic, LocalSearch, DifferentialEvolution, CmaEs, Nsga2, MapElites, OwnAlgorithm>;

  /// Returns a mistake in these settings, a value out of range or two values that do not go together, or
  /// none.
  static std::optional<SettingMistake> mistake_in(const Settings& settings);

  Algorithm() : Algorithm(Genetic{}) {}
  /// Throws UsageError for a value out of its range.
  template <typename S>
  // NOLINTNEXTLINE(google-explicit-constructor): settings are an algorithm
  requires std::constructible_from<Settings, const S&> Algorithm(const S& settings) : settings_(settings) {
    if (const auto mistake = mistake_in(settings_)) throw UsageError(mistake->message, {.key = mistake->key});
  }

  const Settings& settings() const { return settings_; }
  std::uint64_t population() const;

 private:
  Settings settings_;
};

/// What searches where no algorithm is named.
struct FittingAlgorithm {
  std::string_view name;
  std::uint64_t restart_after = 0;  ///< as in Genetic
};

/// Returns the settings as lines of TOML, "key = value" each, as in the table [island] of a configuration.
std::string toml_of(const Algorithm& algorithm);

}  // namespace skerry
