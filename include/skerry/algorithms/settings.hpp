#pragma once

#include "skerry/operators/operator_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace skerry {

/// What becomes of a genome whose evaluation is no finite number: it ranks behind all others, or the run ends
/// with an error.
enum class InvalidFitness { ranks_last, is_error };

/// How parents are drawn: see LinearRankingSelection, TournamentSelection, ProportionalSelection and
/// ReciprocalSelection.
enum class SelectionKind { linear_ranking, tournament, proportional, reciprocal };
/// random: two parents are drawn for each child. round_robin: as many parents as children are drawn, and each
/// is crossed with the next one, the last with the first.
enum class MatingKind { random, round_robin };
/// Who survives a generation: see Genetic::replacement.
enum class ReplacementKind { plus, generational };
/// What a child is where crossover_rate says that it has no two parents: a clone of one parent, or a random
/// individual.
enum class WithoutCrossover { clone, random_immigrant };

/// A mistake in the values of an algorithm's settings.
struct SettingMistake {
  std::string key;    ///< "elites"
  std::string other;  ///< the key that it does not go together with; empty where it is wrong by itself
  std::string message;
};

/// A genetic algorithm and its settings; the defaults are Table I of Levonyan et al. 2020 for one population.
struct Genetic {
  std::uint64_t population = 50;  ///< individuals, at least 2
  std::uint64_t offspring = 100;  ///< children that a generation makes, at least 1

  SelectionKind selection = SelectionKind::linear_ranking;
  /// Linear ranking: expected children of the best, as a multiple of the mean, in [1, 2].
  double selection_pressure = 2;
  std::uint64_t tournament_size = 2;  ///< entrants, drawn with replacement; at least 1
  double tournament_win_rate = 1;     ///< the best wins with this probability, else the next, and so on
  /// Reciprocal: a fitness that no genome exceeds; without it the problem's bound or optimum.
  std::optional<double> ideal = {};

  MatingKind mating = MatingKind::random;
  double crossover_rate = 0.5;                                   ///< share of children with two parents
  WithoutCrossover without_crossover = WithoutCrossover::clone;  ///< what the other children are
  /// Handed to the problem's mutate(); with a stock genome, the share of children that mutate.
  double mutation_rate = 0.2;

  /// plus: the best of parents and children. generational: the children, and `elites` of the parents.
  ReplacementKind replacement = ReplacementKind::plus;
  std::uint64_t elites = 1;      ///< generational: the best parents that survive; less than `population`
  bool keep_duplicates = false;  ///< plus: whether a genome survives twice while there are others

  /// Fitness diversity under which random immigrants replace individuals (Grefenstette 1992); 0: never.
  double immigrants_below = 0;
  double immigrants_share = 1.0 / 3;  ///< of the population, chosen at random, the best excepted
  /// Generations without a new best since the last restart, after which all individuals are replaced; 0:
  /// never.
  std::uint64_t restart_after = 0;

  double improve_rate = 0;  ///< share of children that get the problem's local search, if it has one
  std::uint64_t improve_budget = 1000;  ///< evaluations that one local search may make

  OperatorSettings operators{};  ///< crossover and mutation of a stock genome

  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// hill_climbing: a step is kept unless it is worse. random_restart: the same, begun anew after climb_steps.
/// random_walk: a worse step is kept now and then, too.
enum class LocalSearchKind { hill_climbing, random_restart, random_walk };
/// What a step of a random walk is compared with: where the walk is, or the best that its island has found.
enum class ReferenceKind { current, best };

/// A stochastic local search; each individual is a walker of its own.
struct LocalSearch {
  LocalSearchKind kind = LocalSearchKind::hill_climbing;
  std::uint64_t population = 1;      ///< walkers, at least 1
  std::uint64_t offspring = 100;     ///< steps that a generation takes, the walkers in turn; at least 1
  double mutation_rate = 0.2;        ///< handed to mutate() where the problem has no neighbour()
  std::uint64_t restart_after = 0;   ///< as in Genetic
  std::uint64_t climb_steps = 1000;  ///< random_restart: steps of one climb, at least 1
  double walk_probability = 0.001;   ///< random_walk: of a step taken whatever it costs
  ReferenceKind walk_reference =
      ReferenceKind::current;  ///< random_walk: what other steps are not worse than
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// rand_1_bin and best_1_bin: the base of a mutant is a random individual, or the best (Storn and Price
/// 1997). jde: rand_1_bin with a weight and a rate of each individual's own, which adapt (Brest et al. 2006).
enum class DifferentialVariant { rand_1_bin, best_1_bin, jde };

/// Differential evolution, for reals in a box; weights and rates are the literature's.
struct DifferentialEvolution {
  DifferentialVariant variant = DifferentialVariant::jde;
  std::uint64_t population = 40;  ///< individuals, at least 4
  std::uint64_t offspring = 100;  ///< trials that a generation makes, the individuals in turn; at least 1
  double weight = 0.5;         ///< F, of the difference of two individuals, above 0, at most 2; jde: at first
  double binomial_rate = 0.9;  ///< CR, share of genes that come from the mutant; jde: at first
  double tau1 = 0.1;           ///< jde: probability that an individual tries another weight
  double tau2 = 0.1;           ///< jde: probability that it tries another rate
  /// jde: share of trials that draw one gene anew in its interval instead, so that a population which has
  /// come together in a local optimum gets out of it; 0: none, as published.
  double reset_rate = 0.02;
  std::uint64_t restart_after = 0;  ///< as in Genetic
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// What is wrong with these values: out of range, or not fit to go together; none where nothing is.
std::optional<SettingMistake> mistake_in(const Genetic& settings);
/// The same for a local search.
std::optional<SettingMistake> mistake_in(const LocalSearch& settings);
/// The same for differential evolution.
std::optional<SettingMistake> mistake_in(const DifferentialEvolution& settings);

/// The algorithm of an island: one of the settings above. Making it checks them: UsageError.
class Algorithm {
 public:
  using Settings = std::variant<Genetic, LocalSearch, DifferentialEvolution>;

  /// A genetic algorithm with the default settings.
  Algorithm() : Algorithm(Genetic{}) {}
  /// These make an algorithm of its settings, and throw UsageError for a value out of its range.
  Algorithm(const Genetic& settings);  // NOLINT(google-explicit-constructor): settings are an algorithm
  /// The same for a local search.
  Algorithm(const LocalSearch& settings);  // NOLINT(google-explicit-constructor)
  /// The same for differential evolution.
  Algorithm(const DifferentialEvolution& settings);  // NOLINT(google-explicit-constructor)

  /// The settings that it was made of.
  const Settings& settings() const { return settings_; }
  /// Individuals of an island.
  std::uint64_t population() const;

 private:
  Settings settings_;
};

/// The settings as lines of TOML, "key = value" each, as in the table [island] of a configuration.
std::string toml_of(const Algorithm& algorithm);

}  // namespace skerry
