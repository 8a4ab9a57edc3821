#pragma once

#include "skerry/algorithms/settings.hpp"
#include "skerry/replacement.hpp"
#include "skerry/selection.hpp"

#include "engine/settings/keys.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
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

/// Stands for the algorithm that fits the problem.
inline constexpr std::string_view automatic_name = "automatic";

/// The defaults of the algorithms that the engine brings, of each kind.
using StockAlgorithms = std::vector<Algorithm::Settings>;
const StockAlgorithms& stock_algorithms();

/// Returns the defaults of the algorithm of that name, a stock one or the program's own.
Algorithm::Settings default_settings(std::string_view name);

/// Returns the name that configurations and traces have.
std::string_view name_of(const Algorithm::Settings& settings);

template <typename Member, typename Domain>
struct AlgorithmKey {
  std::string_view name;
  Member member;  ///< returns its address in settings that have it
  Domain domain;
  KeyInfo info;
};
template <typename Member, typename Domain>
constexpr AlgorithmKey<Member, Domain> key(std::string_view name, Member member, Domain domain,
                                           KeyInfo info) {
  return {name, member, domain, info};
}

inline constexpr auto gene_rate_of = [](auto& settings) {
  if constexpr (requires { settings.operators; }) {
    return &settings.operators.gene_rate;
  } else {
    return &settings.gene_rate;
  }
};

/// The keys of all algorithms in the order of pages and traces; AlgorithmFacts::keys names those of each.
inline constexpr std::tuple algorithm_keys{
    key("variant", [](auto& s) { return &s.variant; }, variant_names,
        {"those of Storn and Price 1997; or jDE (Brest et al. 2006), which adapts weight and rate of each "
         "individual"}),
    key("population", [](auto& s) { return &s.population; }, individuals,
        {"individuals on an island, at least 2, of differential evolution and CMA-ES 4, of local "
         "searches 1"}),
    key("offspring", [](auto& s) { return &s.offspring; }, individuals,
        {"children, steps of a local search, or trials of differential evolution in a generation; the most "
         "samples of CMA-ES, at least 4"}),
    key("cells", [](auto& s) { return &s.cells; }, cell_names,
        {"intervals of each feature, as the problem says, or a centroidal Voronoi tessellation"}),
    key("centroids", [](auto& s) { return &s.centroids; }, Limits<std::uint64_t>{1, 1'000'000},
        {"centroidal: the number of cells"}),
    key("selection", [](auto& s) { return &s.selection; }, selection_names,
        {"how parents are drawn. `proportional`: by the lead over the worst feasible individual; "
         "`reciprocal`: by 1 / (distance from `ideal`); `tate_smith`, `shuffled_tournament`: [see "
         "below](#rules-in-detail); or a [program's own](evolve.md#parts-of-your-own)"}),
    key("selection_pressure", [](auto& s) { return &s.selection_pressure; }, Limits<double>{1, 2},
        {"linear ranking: expected children of the best, as a multiple of the mean"}),
    key("tournament_size", [](auto& s) { return &s.tournament_size; }, individuals,
        {"tournament: entrants, drawn with replacement"}),
    key("tournament_win_rate", [](auto& s) { return &s.tournament_win_rate; }, rate,
        {"tournament: the best wins with this probability, else the next, and so on"}),
    key("ideal", [](auto& s) { return &s.ideal; }, any_number,
        {"reciprocal: a fitness that no individual exceeds",
         "a bound or the optimum that the problem knows"}),
    key("mating", [](auto& s) { return &s.mating; }, mating_names,
        {"two parents drawn for each child; or as many parents as children, each crossed with the next, "
         "the last with the first"}),
    key("crossover_rate", [](auto& s) { return &s.crossover_rate; }, rate,
        {"share of children with two parents; nsga2: of pairs that are crossed, the others are copied"}),
    key("without_crossover", [](auto& s) { return &s.without_crossover; }, without_crossover_names,
        {"the other children: copies of one parent, or random individuals"}),
    key("mutation_rate", [](auto& s) { return &s.mutation_rate; }, rate,
        {"share of children that mutate; `gene_rate` says how much of a child changes"}),
    key("gene_rate", gene_rate_of, rate,
        {"mutation probability of each gene of a child that mutates. `jump_maze` redraws cells, `party` "
         "vacates "
         "nodes, `onemax` flips bits, `skyscraper` redraws cells or rows, `sudoku` swaps cells or redeals "
         "boxes. 0: the default of the problem, 1 / genes of a stock genome",
         nullptr, Absent::left_out}),
    key("mutation_growth", [](auto& s) { return &s.mutation_growth; }, at_least_one,
        {"[adaptive mutation](#rules-in-detail): factor of the rate for each generation in which fitness "
         "diversity does not change; 1: none. The rate is `mutation_rate` with a stock genome, otherwise "
         "`gene_rate`"}),
    key("mutation_most", [](auto& s) { return &s.mutation_most; }, rate,
        {"adaptive mutation: the largest rate, at least the one from which it grows"}),
    key("mutation_stall", [](auto& s) { return &s.mutation_stall; }, not_negative,
        {"adaptive mutation: a change of diversity by less than this share of itself counts as none"}),
    key("niches", [](auto& s) { return &s.niches; }, niche_names,
        {"who survives of the last front: by crowding distance (NSGA-II) or reference directions "
         "(NSGA-III). `automatic`: directions for more than three objectives"}),
    key("front_epsilon", [](auto& s) { return &s.front_epsilon; }, AboveZero{},
        {"sides of the boxes, for each objective or one for all, of which the archive keeps one solution "
         "each, so that it [is bounded](#algorithms); by default it grows without a limit",
         nullptr, Absent::left_out}),
    key("replacement", [](auto& s) { return &s.replacement; }, replacement_names,
        {"the best of parents and children survive; or the children and `elites` parents, which needs "
         "`offspring + elites` of at least `population`; or a [program's own](evolve.md#parts-of-your-own)"}),
    key("elites", [](auto& s) { return &s.elites; }, any_count,
        {"generational: the best parents that survive, fewer than `population`"}),
    key("keep_duplicates", [](auto& s) { return &s.keep_duplicates; }, nullptr,
        {"plus: a genome may survive twice while there are others"}),
    key("immigrants_below", [](auto& s) { return &s.immigrants_below; }, rate,
        {"fitness diversity below which random immigrants come; 0: never"}),
    key("immigrants_share", [](auto& s) { return &s.immigrants_share; }, rate,
        {"number of random immigrants, as a share of the population", "1/3"}),
    key("immigration", [](auto& s) { return &s.immigration; }, immigration_names,
        {"[they replace](#rules-in-detail) random individuals but the best, or any, or join the children"}),
    key("initial_step", [](auto& s) { return &s.initial_step; }, AboveZero{1},
        {"first standard deviation of each gene, as a share of its interval"}),
    key("weight", [](auto& s) { return &s.weight; }, AboveZero{2},
        {"F, the weight of the difference of two individuals; jde: the first one"}),
    key("binomial_rate", [](auto& s) { return &s.binomial_rate; }, rate,
        {"CR, the share of genes that come from the mutant; jde: the first one"}),
    key("tau1", [](auto& s) { return &s.tau1; }, rate,
        {"jde: probability that an individual tries another weight"}),
    key("tau2", [](auto& s) { return &s.tau2; }, rate, {"jde: likewise, another rate"}),
    key("reset_rate", [](auto& s) { return &s.reset_rate; }, rate,
        {"jde: share of trials that redraw one gene, to leave local optima; 0: as published"}),
    key("restart_after", [](auto& s) { return &s.restart_after; }, any_count,
        {"generations without a new best since the last restart, after which the population "
         "[is replaced](#rules-in-detail); 0: never"}),
    key("climb_steps", [](auto& s) { return &s.climb_steps; }, positive,
        {"random_restart: steps of a climb"}),
    key("walk_probability", [](auto& s) { return &s.walk_probability; }, rate,
        {"random_walk: share of the worse neighbours that are accepted"}),
    key("walk_reference", [](auto& s) { return &s.walk_reference; }, reference_names,
        {"random_walk: a neighbour is accepted unless it is worse than the present individual, or than the "
         "best since the last restart"}),
    key("worst_fitness", [](auto& s) { return &s.worst_fitness; }, any_number,
        {"fitness from which the QD-score counts; without it the QD-score of a problem that minimises is 0",
         "0 if the problem maximises"}),
    key("improve_rate", [](auto& s) { return &s.improve_rate; }, rate,
        {"share of children that get a local search, if the problem has one (`jump_maze`, `party`, `qap`, "
         "`skyscraper` by rows, guided `sudoku`)"}),
    key("improve_budget", [](auto& s) { return &s.improve_budget; }, any_count,
        {"evaluations that one local search may make; they count like any other"}),
    key("invalid_fitness", [](auto& s) { return &s.invalid_fitness; }, invalid_fitness_names,
        {"if a fitness is not finite: the individual ranks last, or the run ends with an error"}),
};

/// Tells whether that key is among those of an algorithm.
constexpr bool has_key(const AlgorithmFacts& algorithm, std::string_view key) {
  std::string_view keys = algorithm.keys;
  while (!keys.empty() && keys.substr(0, keys.find(' ')) != key)
    keys.remove_prefix(std::min(keys.find(' '), keys.size() - 1) + 1);
  return !keys.empty();
}

template <std::size_t I, typename S, typename Visit>
void visit_key(S& settings, Visit& visit) {
  constexpr const auto& key = std::get<I>(algorithm_keys);
  if constexpr (has_key(S::facts, key.name)) visit(key.name, *key.member(settings), key.domain, key.info);
}

template <typename S, typename Visit, std::size_t... I>
void visit_keys(S& settings, Visit& visit, std::index_sequence<I...> /*all*/) {
  static_assert((has_key(S::facts, std::get<I>(algorithm_keys).name) + ...) ==
                    std::ranges::count(S::facts.keys, ' ') + 1,
                "each of the keys of the algorithm is one of algorithm_keys");
  (visit_key<I>(settings, visit), ...);
}

template <typename S, typename Visit>
requires(!S::facts.keys.empty()) void visit_settings(S& settings, Visit&& visit) {
  visit_keys(settings, visit, std::make_index_sequence<std::tuple_size_v<decltype(algorithm_keys)>>());
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
