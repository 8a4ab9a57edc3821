#pragma once

#include "skerry/detail/operators/operators.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace skerry {

/// What happens if an evaluation returns a fitness that is not a finite number: the genome ranks behind all
/// others, or the run ends with an error.
enum class InvalidFitness { ranks_last, is_error };

/// How parents are drawn; see LinearRankingSelection, TournamentSelection, ProportionalSelection,
/// ReciprocalSelection and TateSmithSelection.
enum class SelectionKind { linear_ranking, tournament, proportional, reciprocal, tate_smith };
/// How parents are paired. random: two parents are drawn for each child. round_robin: as many parents as
/// children are drawn, and each is crossed with the next one, the last with the first.
enum class MatingKind { random, round_robin };
/// Which individuals survive a generation; see Genetic::replacement.
enum class ReplacementKind { plus, generational };
/// What random immigrants do where diversity is low. spare_best: they replace individuals that are drawn from
/// all but the best. replace_any: they replace individuals that are drawn from all, the best included
/// (Levonyan et al. 2020, V.B). join_offspring: they join the children, and the survivors are selected again
/// from parents, children and immigrants (V.A.4); only with ReplacementKind::plus.
enum class ImmigrationKind { spare_best, replace_any, join_offspring };
/// What a child is if crossover_rate decides that it has no two parents: a clone of one parent, or a random
/// individual.
enum class WithoutCrossover { clone, random_immigrant };

/// A mistake in the settings of an algorithm.
struct SettingMistake {
  std::string key;    ///< the key with the wrong value: "elites"
  std::string other;  ///< the key with which it does not go together; empty if the value is wrong by itself
  std::string message;
};

/// A genetic algorithm and its settings; the default sizes and rates are those of Levonyan et al. 2020, Table
/// I, for one population.
struct Genetic {
  std::uint64_t population = 50;  ///< individuals, at least 2
  std::uint64_t offspring = 100;  ///< children that a generation makes, at least 1

  SelectionKind selection = SelectionKind::linear_ranking;
  /// Linear ranking: the expected number of children of the best, as a multiple of the mean, in [1, 2].
  double selection_pressure = 2;
  std::uint64_t tournament_size = 2;  ///< entrants, drawn with replacement; at least 1
  double tournament_win_rate = 1;     ///< the best wins with this probability, else the next, and so on
  /// Reciprocal: a fitness that no genome exceeds; by default the problem's bound or optimum.
  std::optional<double> ideal = {};

  MatingKind mating = MatingKind::random;
  double crossover_rate = 0.5;                                   ///< share of children with two parents
  WithoutCrossover without_crossover = WithoutCrossover::clone;  ///< what the other children are
  /// This rate is passed to the problem's mutate(). With a stock genome, it is the share of children that
  /// mutate.
  double mutation_rate = 0.2;
  /// Adaptive mutation, see AdaptiveMutation: the factor by which the rate grows with each generation in
  /// which fitness diversity stands still, at least 1; 1: the rate does not change.
  double mutation_growth = 1;
  double mutation_most = 1;  ///< the largest rate to which it grows, at least mutation_rate
  /// Fitness diversity stands still if it changes by less than this share of itself in a generation.
  double mutation_stall = 0.01;

  /// plus: the best of parents and children survive. generational: the children survive, and `elites`
  /// parents.
  ReplacementKind replacement = ReplacementKind::plus;
  std::uint64_t elites = 1;      ///< generational: the best parents that survive; less than `population`
  bool keep_duplicates = false;  ///< plus: whether a genome survives twice while there are others

  /// Fitness diversity below which random immigrants come (Grefenstette 1992); 0: never.
  double immigrants_below = 0;
  double immigrants_share = 1.0 / 3;                          ///< their number, as a share of the population
  ImmigrationKind immigration = ImmigrationKind::spare_best;  ///< whom they replace
  /// Number of generations without a new best since the last restart, after which all individuals are
  /// replaced; 0: never.
  std::uint64_t restart_after = 0;

  double improve_rate = 0;  ///< share of children that get the problem's local search, if it has one
  std::uint64_t improve_budget = 1000;  ///< evaluations that one local search may make

  OperatorSettings operators{};  ///< crossover and mutation of a stock genome

  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// hill_climbing: a step is taken unless it is worse. random_restart: the same, begun anew after climb_steps.
/// random_walk: a worse step is sometimes taken, too.
enum class LocalSearchKind { hill_climbing, random_restart, random_walk };
/// With what a step of a random walk is compared: the present individual, or the best that its island has
/// found.
enum class ReferenceKind { current, best };

/// A stochastic local search; each individual searches by itself.
struct LocalSearch {
  LocalSearchKind kind = LocalSearchKind::hill_climbing;
  std::uint64_t population = 1;      ///< individuals, at least 1
  std::uint64_t offspring = 100;     ///< steps in a generation, the individuals in turn; at least 1
  double mutation_rate = 0.2;        ///< passed to mutate() if the problem has no neighbour()
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
  DifferentialVariant variant = DifferentialVariant::jde;
  std::uint64_t population = 40;  ///< individuals, at least 4
  std::uint64_t offspring = 100;  ///< trials that a generation makes, the individuals in turn; at least 1
  double weight = 0.5;  ///< F, of the difference of two individuals, above 0, at most 2; jde: the first one
  double binomial_rate = 0.9;  ///< CR, share of genes that come from the mutant; jde: the first one
  double tau1 = 0.1;           ///< jde: probability that an individual tries another weight
  double tau2 = 0.1;           ///< jde: probability that it tries another rate
  /// jde: share of trials that draw one gene anew in its interval instead, which frees a population that has
  /// converged to a local optimum; 0: none, as published.
  double reset_rate = 0.02;
  std::uint64_t restart_after = 0;  ///< as in Genetic
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// How the individuals of the last front that survives are chosen. crowding: those with the most room around
/// them (NSGA-II, Deb et al. 2002). directions: those nearest to reference directions that few others follow
/// (NSGA-III, Deb and Jain 2014). automatic: directions if there are more than three objectives, else
/// crowding.
enum class NicheKind { automatic, crowding, directions };

/// A genetic algorithm by non-dominated sorting, for a problem with objectives (see HasObjectives). Parents
/// are drawn by tournaments of two, two of them make two children, and survivors are chosen from parents and
/// children by front, then by niche. It keeps every solution that no other dominates in an archive without a
/// limit.
struct Nsga2 {
  std::uint64_t population = 100;  ///< individuals, at least 2
  std::uint64_t offspring = 100;   ///< children that a generation makes, at least 1
  double crossover_rate = 0.9;     ///< as in Genetic
  double mutation_rate = 1;        ///< as in Genetic
  NicheKind niches = NicheKind::automatic;
  bool keep_duplicates = false;         ///< whether a genome survives twice while there are others
  double improve_rate = 0;              ///< as in Genetic
  std::uint64_t improve_budget = 1000;  ///< as in Genetic
  OperatorSettings operators{};         ///< as in Genetic
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// The cells of a map: those of a grid, with Feature::cells on each axis, or those of a centroidal Voronoi
/// tessellation of the box of features (Vassiliades et al. 2018), whose number is MapElites::centroids.
enum class CellKind { grid, centroidal };

/// MAP-Elites (Mouret and Clune 2015), for a problem with features (see HasFeatures): it keeps the best
/// solution of each cell of a map. A generation draws parents from all that is kept, each as probable as any
/// other, and a child takes the place of the solution of its cell if it is better. The population is what was
/// drawn; it is what other islands are sent.
struct MapElites {
  std::uint64_t population = 100;  ///< solutions that are drawn for a generation, at least 2
  std::uint64_t offspring = 100;   ///< children that a generation makes, at least 1
  CellKind cells = CellKind::grid;
  std::uint64_t centroids = 1000;  ///< centroidal: the number of cells, at least 1
  double crossover_rate = 0.5;     ///< as in Genetic
  double mutation_rate = 1;        ///< as in Genetic
  /// The fitness of a solution that is worth nothing, from which the QD-score counts; by default 0 if the
  /// problem maximises. Without one, the QD-score is 0.
  std::optional<double> worst_fitness = {};
  double improve_rate = 0;              ///< as in Genetic
  std::uint64_t improve_budget = 1000;  ///< as in Genetic
  OperatorSettings operators{};         ///< as in Genetic
  InvalidFitness invalid_fitness = InvalidFitness::ranks_last;
};

/// Returns the part of these settings that decides how children are made, as those of a genetic algorithm.
Genetic breeding_of(const Nsga2& settings);
/// Does the same for MAP-Elites.
Genetic breeding_of(const MapElites& settings);

/// Returns a mistake in these settings, a value out of range or two values that do not go together, or none.
std::optional<SettingMistake> mistake_in(const Genetic& settings);
/// Does the same for a local search.
std::optional<SettingMistake> mistake_in(const LocalSearch& settings);
/// Does the same for differential evolution.
std::optional<SettingMistake> mistake_in(const DifferentialEvolution& settings);

/// Does the same for non-dominated sorting.
std::optional<SettingMistake> mistake_in(const Nsga2& settings);
/// Does the same for MAP-Elites.
std::optional<SettingMistake> mistake_in(const MapElites& settings);

/// The algorithm of an island, made from one of the settings above, which its constructors check.
class Algorithm {
 public:
  using Settings = std::variant<Genetic, LocalSearch, DifferentialEvolution, Nsga2, MapElites>;

  /// A genetic algorithm with the default settings.
  Algorithm() : Algorithm(Genetic{}) {}
  /// Makes an algorithm from its settings. Throws UsageError for a value out of its range.
  Algorithm(const Genetic& settings);  // NOLINT(google-explicit-constructor): settings are an algorithm
  /// Does the same for a local search.
  Algorithm(const LocalSearch& settings);  // NOLINT(google-explicit-constructor)
  /// Does the same for differential evolution.
  Algorithm(const DifferentialEvolution& settings);  // NOLINT(google-explicit-constructor)
  /// Does the same for non-dominated sorting.
  Algorithm(const Nsga2& settings);  // NOLINT(google-explicit-constructor)
  /// Does the same for MAP-Elites.
  Algorithm(const MapElites& settings);  // NOLINT(google-explicit-constructor)

  /// Returns the settings from which it was made.
  const Settings& settings() const { return settings_; }
  /// Returns the number of individuals of an island.
  std::uint64_t population() const;

 private:
  Settings settings_;
};

/// Returns the settings as lines of TOML, "key = value" each, as in the table [island] of a configuration.
std::string toml_of(const Algorithm& algorithm);

/// The allowed values of a number, both ends included.
template <typename T>
struct Limits {
  T least;
  T most;
};

/// This is far above any sensible population, so that a typing error leads to a message and not to a lack of
/// memory.
inline constexpr std::uint64_t most_individuals = 100'000'000;
inline constexpr Limits<std::uint64_t> individuals{1, most_individuals};
inline constexpr Limits<std::uint64_t> any_count{0, std::numeric_limits<std::int64_t>::max()};
inline constexpr Limits<std::uint64_t> positive{1, std::numeric_limits<std::int64_t>::max()};
inline constexpr Limits<double> rate{0, 1};
inline constexpr Limits<double> not_negative{0, std::numeric_limits<double>::max()};
inline constexpr Limits<double> at_least_one{1, std::numeric_limits<double>::max()};
inline constexpr Limits<std::uint64_t> creep_steps{1, std::numeric_limits<std::int32_t>::max()};
inline constexpr Limits<double> any_number{std::numeric_limits<double>::lowest(),
                                           std::numeric_limits<double>::max()};

// The names of the enumerators of an enumeration, in their order.
template <std::size_t N>
using Names = std::array<std::string_view, N>;
inline constexpr Names<5> selection_names = {"linear_ranking", "tournament", "proportional", "reciprocal",
                                             "tate_smith"};
inline constexpr Names<2> mating_names = {"random", "round_robin"};
inline constexpr Names<2> without_crossover_names = {"clone", "random_immigrant"};
inline constexpr Names<2> replacement_names = {"plus", "generational"};
inline constexpr Names<3> immigration_names = {"spare_best", "replace_any", "join_offspring"};
inline constexpr Names<2> reference_names = {"current", "best"};
inline constexpr Names<2> invalid_fitness_names = {"last", "error"};
inline constexpr Names<3> niche_names = {"automatic", "crowding", "directions"};
inline constexpr Names<2> cell_names = {"grid", "centroidal"};
inline constexpr Names<3> variant_names = {"rand_1_bin", "best_1_bin", "jde"};
/// The names of the algorithms: the genetic algorithm, the kinds of local search, and the others.
inline constexpr Names<7> algorithm_names = {"genetic",     "hill_climbing",          "random_restart",
                                             "random_walk", "differential_evolution", "nsga2",
                                             "map_elites"};

/// The settings of one algorithm, constant or not.
template <typename S, typename Plain>
concept SettingsOf = std::same_as<std::remove_const_t<S>, Plain>;

/// Calls visit(key, member, limits or names) for each setting. This one list serves to check the settings, to
/// read them from a configuration, and to write them. For a member without limits the third argument is
/// nullptr.
template <typename S, typename Visit>
requires SettingsOf<S, Genetic>
void visit_settings(S& settings, Visit&& visit) {
  visit("population", settings.population, individuals);
  visit("offspring", settings.offspring, individuals);
  visit("selection", settings.selection, selection_names);
  visit("selection_pressure", settings.selection_pressure, Limits<double>{1, 2});
  visit("tournament_size", settings.tournament_size, individuals);
  visit("tournament_win_rate", settings.tournament_win_rate, rate);
  visit("ideal", settings.ideal, any_number);
  visit("mating", settings.mating, mating_names);
  visit("crossover_rate", settings.crossover_rate, rate);
  visit("without_crossover", settings.without_crossover, without_crossover_names);
  visit("mutation_rate", settings.mutation_rate, rate);
  visit("mutation_growth", settings.mutation_growth, at_least_one);
  visit("mutation_most", settings.mutation_most, rate);
  visit("mutation_stall", settings.mutation_stall, not_negative);
  visit("replacement", settings.replacement, replacement_names);
  visit("elites", settings.elites, any_count);
  visit("keep_duplicates", settings.keep_duplicates, nullptr);
  visit("immigrants_below", settings.immigrants_below, rate);
  visit("immigrants_share", settings.immigrants_share, rate);
  visit("immigration", settings.immigration, immigration_names);
  visit("restart_after", settings.restart_after, any_count);
  visit("improve_rate", settings.improve_rate, rate);
  visit("improve_budget", settings.improve_budget, any_count);
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names);
}

/// Does the same for the parameters of operators. Operators themselves check the ranges of steps.
template <typename S, typename Visit>
requires SettingsOf<S, OperatorSettings>
void visit_settings(S& settings, Visit&& visit) {
  visit("crossover", settings.crossover, nullptr);
  visit("mutation", settings.mutation, nullptr);
  visit("gene_rate", settings.gene_rate, rate);
  visit("sbx_eta", settings.sbx_eta, not_negative);
  visit("blx_alpha", settings.blx_alpha, not_negative);
  visit("line_step", settings.line_step, not_negative);
  visit("polynomial_eta", settings.polynomial_eta, not_negative);
  visit("gaussian_step", settings.gaussian_step, rate);
  visit("creep_step", settings.creep_step, creep_steps);
}

/// Does the same for a local search.
template <typename S, typename Visit>
requires SettingsOf<S, LocalSearch>
void visit_settings(S& settings, Visit&& visit) {
  visit("population", settings.population, individuals);
  visit("offspring", settings.offspring, individuals);
  visit("mutation_rate", settings.mutation_rate, rate);
  visit("restart_after", settings.restart_after, any_count);
  visit("climb_steps", settings.climb_steps, positive);
  visit("walk_probability", settings.walk_probability, rate);
  visit("walk_reference", settings.walk_reference, reference_names);
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names);
}

/// Does the same for differential evolution.
template <typename S, typename Visit>
requires SettingsOf<S, DifferentialEvolution>
void visit_settings(S& settings, Visit&& visit) {
  visit("variant", settings.variant, variant_names);
  visit("population", settings.population, individuals);
  visit("offspring", settings.offspring, individuals);
  visit("weight", settings.weight, Limits<double>{0, 2});
  visit("binomial_rate", settings.binomial_rate, rate);
  visit("tau1", settings.tau1, rate);
  visit("tau2", settings.tau2, rate);
  visit("reset_rate", settings.reset_rate, rate);
  visit("restart_after", settings.restart_after, any_count);
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names);
}

/// Does the same for non-dominated sorting.
template <typename S, typename Visit>
requires SettingsOf<S, Nsga2>
void visit_settings(S& settings, Visit&& visit) {
  visit("population", settings.population, individuals);
  visit("offspring", settings.offspring, individuals);
  visit("crossover_rate", settings.crossover_rate, rate);
  visit("mutation_rate", settings.mutation_rate, rate);
  visit("niches", settings.niches, niche_names);
  visit("keep_duplicates", settings.keep_duplicates, nullptr);
  visit("improve_rate", settings.improve_rate, rate);
  visit("improve_budget", settings.improve_budget, any_count);
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names);
}

/// Does the same for MAP-Elites.
template <typename S, typename Visit>
requires SettingsOf<S, MapElites>
void visit_settings(S& settings, Visit&& visit) {
  visit("population", settings.population, individuals);
  visit("offspring", settings.offspring, individuals);
  visit("cells", settings.cells, cell_names);
  visit("centroids", settings.centroids, Limits<std::uint64_t>{1, 1'000'000});
  visit("crossover_rate", settings.crossover_rate, rate);
  visit("mutation_rate", settings.mutation_rate, rate);
  visit("worst_fitness", settings.worst_fitness, any_number);
  visit("improve_rate", settings.improve_rate, rate);
  visit("improve_budget", settings.improve_budget, any_count);
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names);
}

}  // namespace skerry
