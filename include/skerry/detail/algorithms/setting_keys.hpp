#pragma once

#include "skerry/algorithms/settings.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

namespace skerry {

/// The allowed values of a number, both ends included.
template <typename T>
struct Limits {
  T least;
  T most;
};

/// This is far above any sensible population, so that a typing error leads to a message.
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
inline constexpr Names<7> algorithm_names = {"genetic",     "hill_climbing",          "random_restart",
                                             "random_walk", "differential_evolution", "nsga2",
                                             "map_elites"};

/// The settings of one algorithm, constant or not.
template <typename S, typename Plain>
concept SettingsOf = std::same_as<std::remove_const_t<S>, Plain>;

/// Calls visit(key, member, limits or names) for each setting; the third argument is nullptr for a member
/// without limits. This one list serves to check, read and write the settings.
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

/// Operators themselves check the ranges of steps.
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
