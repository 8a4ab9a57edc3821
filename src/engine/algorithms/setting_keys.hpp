#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/replacement.hpp"
#include "skerry/selection.hpp"

#include "engine/settings/keys.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>
#include <vector>

namespace skerry {

/// This is far above any sensible population, so that a typing error leads to a message.
inline constexpr std::uint64_t most_individuals = 100'000'000;
inline constexpr Limits<std::uint64_t> individuals{1, most_individuals};
inline constexpr Limits<std::uint64_t> creep_steps{1, std::numeric_limits<std::int32_t>::max()};

inline constexpr auto selection_names = names_of_parts(std::type_identity<StockSelections>());
inline constexpr auto replacement_names = names_of_parts(std::type_identity<StockReplacements>());

inline constexpr Names<2> mating_names = {"random", "round_robin"};
inline constexpr Names<2> without_crossover_names = {"clone", "random_immigrant"};
inline constexpr Names<3> immigration_names = {"spare_best", "replace_any", "join_offspring"};
inline constexpr Names<2> reference_names = {"current", "best"};
inline constexpr Names<2> invalid_fitness_names = {"last", "error"};
inline constexpr Names<3> niche_names = {"automatic", "crowding", "directions"};
inline constexpr Names<2> cell_names = {"grid", "centroidal"};
inline constexpr Names<3> variant_names = {"rand_1_bin", "best_1_bin", "jde"};

/// An algorithm that the engine brings, by the name that configurations and traces have, and its defaults.
struct StockAlgorithm {
  std::string_view name;
  std::string_view family;  ///< the name under which pages list its keys
  Algorithm::Settings settings;
};
using StockAlgorithms = std::array<StockAlgorithm, 9>;

/// Stands for the algorithm that fits the problem.
inline constexpr std::string_view automatic_name = "automatic";

const StockAlgorithms& stock_algorithms();
std::vector<std::string_view> names_of(const StockAlgorithms& algorithms);

/// The settings of an algorithm, constant or not.
template <typename S>
concept AlgorithmSettings = std::constructible_from<Algorithm::Settings, const S&> && requires(S settings) {
  settings.population;
};

template <typename Visit>
void visit_gene_rate(auto& gene_rate, Visit&& visit) {
  visit("gene_rate", gene_rate, rate,
        {"mutation probability of each gene of a child that mutates. `jump_maze` redraws cells, `party` "
         "vacates "
         "nodes, `onemax` flips bits, `skyscraper` redraws cells or rows, `sudoku` swaps cells or redeals "
         "boxes. 0: the default of the problem, 1 / genes of a stock genome",
         nullptr, Absent::left_out});
}

template <typename Visit>
void visit_selection(auto& settings, Visit& visit) {
  visit("selection", settings.selection, selection_names,
        {"how parents are drawn. `proportional`: by the lead over the worst feasible individual; "
         "`reciprocal`: by 1 / (distance from `ideal`); `tate_smith`, `shuffled_tournament`: [see "
         "below](#rules-in-detail); or a [program's own](evolve.md#parts-of-your-own)"});
  visit("selection_pressure", settings.selection_pressure, Limits<double>{1, 2},
        {"linear ranking: expected children of the best, as a multiple of the mean"});
  visit("tournament_size", settings.tournament_size, individuals,
        {"tournament: entrants, drawn with replacement"});
  visit("tournament_win_rate", settings.tournament_win_rate, rate,
        {"tournament: the best wins with this probability, else the next, and so on"});
  visit(
      "ideal", settings.ideal, any_number,
      {"reciprocal: a fitness that no individual exceeds", "a bound or the optimum that the problem knows"});
  visit("mating", settings.mating, mating_names,
        {"two parents drawn for each child; or as many parents as children, each crossed with the next, "
         "the last with the first"});
}

template <typename Visit>
void visit_adaptive_mutation(auto& settings, Visit& visit) {
  visit("mutation_growth", settings.mutation_growth, at_least_one,
        {"[adaptive mutation](#rules-in-detail): factor of the rate for each generation in which fitness "
         "diversity does not change; 1: none. The rate is `mutation_rate` with a stock genome, otherwise "
         "`gene_rate`"});
  visit("mutation_most", settings.mutation_most, rate,
        {"adaptive mutation: the largest rate, at least the one from which it grows"});
  visit("mutation_stall", settings.mutation_stall, not_negative,
        {"adaptive mutation: a change of diversity by less than this share of itself counts as none"});
}

template <typename Visit>
void visit_immigration(auto& settings, Visit& visit) {
  visit("immigrants_below", settings.immigrants_below, rate,
        {"fitness diversity below which random immigrants come; 0: never"});
  visit("immigrants_share", settings.immigrants_share, rate,
        {"number of random immigrants, as a share of the population", "1/3"});
  visit("immigration", settings.immigration, immigration_names,
        {"[they replace](#rules-in-detail) random individuals but the best, or any, or join the children"});
}

template <typename Visit>
void visit_differential(auto& settings, Visit& visit) {
  visit("weight", settings.weight, AboveZero{2},
        {"F, the weight of the difference of two individuals; jde: the first one"});
  visit("binomial_rate", settings.binomial_rate, rate,
        {"CR, the share of genes that come from the mutant; jde: the first one"});
  visit("tau1", settings.tau1, rate, {"jde: probability that an individual tries another weight"});
  visit("tau2", settings.tau2, rate, {"jde: likewise, another rate"});
  visit("reset_rate", settings.reset_rate, rate,
        {"jde: share of trials that redraw one gene, to leave local optima; 0: as published"});
}

template <typename Visit>
void visit_steps(auto& settings, Visit& visit) {
  visit("climb_steps", settings.climb_steps, positive, {"random_restart: steps of a climb"});
  visit("walk_probability", settings.walk_probability, rate,
        {"random_walk: share of the worse neighbours that are accepted"});
  visit("walk_reference", settings.walk_reference, reference_names,
        {"random_walk: a neighbour is accepted unless it is worse than the present individual, or than the "
         "best since the last restart"});
}

template <typename Visit>
void visit_survival(auto& settings, Visit& visit) {
  if constexpr (requires { settings.niches; })
    visit("niches", settings.niches, niche_names,
          {"who survives of the last front: by crowding distance (NSGA-II) or reference directions "
           "(NSGA-III). `automatic`: directions for more than three objectives"});
  if constexpr (requires { settings.front_epsilon; })
    visit("front_epsilon", settings.front_epsilon, AboveZero{},
          {"sides of the boxes, for each objective or one for all, of which the archive keeps one solution "
           "each, so that it [is bounded](#algorithms); by default it grows without a limit",
           nullptr, Absent::left_out});
  if constexpr (requires { settings.replacement; }) {
    visit(
        "replacement", settings.replacement, replacement_names,
        {"the best of parents and children survive; or the children and `elites` parents, which needs "
         "`offspring + elites` of at least `population`; or a [program's own](evolve.md#parts-of-your-own)"});
    visit("elites", settings.elites, any_count,
          {"generational: the best parents that survive, fewer than `population`"});
  }
  if constexpr (requires { settings.keep_duplicates; })
    visit("keep_duplicates", settings.keep_duplicates, nullptr,
          {"plus: a genome may survive twice while there are others"});
}

/// The keys of all algorithms in one order; each algorithm has those of which it has the member.
template <AlgorithmSettings S, typename Visit>
void visit_settings(S& settings, Visit&& visit) {
  constexpr bool breeds = requires {
    settings.operators;
  };
  if constexpr (requires { settings.variant; })
    visit("variant", settings.variant, variant_names,
          {"those of Storn and Price 1997; or jDE (Brest et al. 2006), which adapts weight and rate of each "
           "individual"});
  visit(
      "population", settings.population, individuals,
      {"individuals on an island, at least 2, of differential evolution and CMA-ES 4, of local searches 1"});
  visit("offspring", settings.offspring, individuals,
        {"children, steps of a local search, or trials of differential evolution in a generation; the most "
         "samples of CMA-ES, at least 4"});
  if constexpr (requires { settings.cells; }) {
    visit("cells", settings.cells, cell_names,
          {"intervals of each feature, as the problem says, or a centroidal Voronoi tessellation"});
    visit("centroids", settings.centroids, Limits<std::uint64_t>{1, 1'000'000},
          {"centroidal: the number of cells"});
  }
  if constexpr (requires { settings.selection; }) visit_selection(settings, visit);
  if constexpr (breeds)
    visit("crossover_rate", settings.crossover_rate, rate,
          {"share of children with two parents; nsga2: of pairs that are crossed, the others are copied"});
  if constexpr (requires { settings.without_crossover; })
    visit("without_crossover", settings.without_crossover, without_crossover_names,
          {"the other children: copies of one parent, or random individuals"});
  if constexpr (requires { settings.mutation_rate; })
    visit("mutation_rate", settings.mutation_rate, rate,
          {"share of children that mutate; `gene_rate` says how much of a child changes"});
  if constexpr (breeds) {
    visit_gene_rate(settings.operators.gene_rate, visit);
  } else if constexpr (requires { settings.gene_rate; }) {
    visit_gene_rate(settings.gene_rate, visit);
  }
  if constexpr (requires { settings.mutation_growth; }) visit_adaptive_mutation(settings, visit);
  visit_survival(settings, visit);
  if constexpr (requires { settings.immigration; }) visit_immigration(settings, visit);
  if constexpr (requires { settings.initial_step; })
    visit("initial_step", settings.initial_step, AboveZero{1},
          {"first standard deviation of each gene, as a share of its interval"});
  if constexpr (requires { settings.weight; }) visit_differential(settings, visit);
  if constexpr (requires { settings.restart_after; })
    visit("restart_after", settings.restart_after, any_count,
          {"generations without a new best since the last restart, after which the population "
           "[is replaced](#rules-in-detail); 0: never"});
  if constexpr (requires { settings.climb_steps; }) visit_steps(settings, visit);
  if constexpr (requires { settings.worst_fitness; })
    visit("worst_fitness", settings.worst_fitness, any_number,
          {"fitness from which the QD-score counts; without it the QD-score of a problem that minimises is 0",
           "0 if the problem maximises"});
  if constexpr (breeds) {
    visit("improve_rate", settings.improve_rate, rate,
          {"share of children that get a local search, if the problem has one (`jump_maze`, `party`, `qap`, "
           "`skyscraper` by rows, guided `sudoku`)"});
    visit("improve_budget", settings.improve_budget, any_count,
          {"evaluations that one local search may make; they count like any other"});
  }
  visit("invalid_fitness", settings.invalid_fitness, invalid_fitness_names,
        {"if a fitness is not finite: the individual ranks last, or the run ends with an error"});
}

/// Operators themselves check the ranges of steps.
template <typename S, typename Visit>
requires std::same_as<std::remove_const_t<S>, OperatorSettings>
void visit_settings(S& settings, Visit&& visit) {
  visit("crossover", settings.crossover, nullptr,
        {"which one; for a composite names separated by commas", "the first of the genome"});
  visit("mutation", settings.mutation, nullptr, {"likewise", "the first of the genome"});
  visit("sbx_eta", settings.sbx_eta, not_negative,
        {"sbx: distribution index; the larger, the nearer to the parents"});
  visit("blx_alpha", settings.blx_alpha, not_negative,
        {"blx_alpha: how far a gene may lie beyond the parents, in distances of the parents"});
  visit("line_step", settings.line_step, not_negative,
        {"line: standard deviation along the line, in distances of the parents"});
  visit("polynomial_eta", settings.polynomial_eta, not_negative, {"polynomial: distribution index"});
  visit("gaussian_step", settings.gaussian_step, rate,
        {"gaussian: standard deviation, above 0 (self_adaptive: the initial one), as a share of the gene's "
         "interval"});
  visit("creep_step", settings.creep_step, creep_steps, {"creep: the largest change"});
}

}  // namespace skerry
