#include "app/config/configuration.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace skerry {
namespace {

// Far above any sensible run; a slip of the pen ends in a message and not in a lack of memory.
constexpr std::int64_t most_individuals = 100'000'000;

/// Reads keys of one table, absent ones from another IslandSettings.
class Reader {
 public:
  explicit Reader(const Settings& table) : table_(table) {}

  void read(const char* key, std::uint64_t& value, Range<std::int64_t> range) const {
    value = static_cast<std::uint64_t>(table_.integer(key, static_cast<std::int64_t>(value), range));
  }
  void read(const char* key, double& value, Range<double> range) const {
    value = table_.number(key, value, range);
  }
  void read(const char* key, bool& value) const { value = table_.flag(key, value); }
  /// `names` in the order of the enumeration.
  template <typename Kind>
  void read(const char* key, Kind& kind, std::initializer_list<std::string_view> names) const {
    const std::string name = table_.choice(key, names.begin()[static_cast<std::size_t>(kind)], names);
    kind = static_cast<Kind>(std::ranges::find(names, name) - names.begin());
  }

 private:
  const Settings& table_;
};

/// Keys of stock genomes and of differential evolution are known in every island, but stand in the effective
/// configuration only where they are given: most islands have no use for them. The operators check their
/// ranges.
void read_operators(const Settings& table, OperatorSettings& operators) {
  if (table.has("crossover")) operators.crossover = table.text("crossover");
  if (table.has("mutation")) operators.mutation = table.text("mutation");
  for (const auto& [key, value] : {std::pair{"gene_rate", &operators.gene_rate},
                                   {"sbx_eta", &operators.sbx_eta},
                                   {"blx_alpha", &operators.blx_alpha},
                                   {"polynomial_eta", &operators.polynomial_eta},
                                   {"gaussian_step", &operators.gaussian_step}}) {
    if (table.has(key)) *value = table.number(key);
  }
  if (table.has("creep_step")) {
    operators.creep_step =
        static_cast<std::int32_t>(table.integer("creep_step", {1, std::numeric_limits<std::int32_t>::max()}));
  }
}

void read_differential(const Settings& table, const Reader& reader, DifferentialSettings& differential) {
  if (table.has("differential_variant"))
    reader.read("differential_variant", differential.variant, {"rand_1_bin", "best_1_bin", "jde"});
  if (table.has("differential_weight")) {
    differential.weight = table.number("differential_weight", {0, 2});
    if (differential.weight == 0)
      table.fail("differential_weight", "differential_weight is 0; it is above 0 and at most 2");
  }
  for (const auto& [key, rate] : {std::pair{"differential_crossover_rate", &differential.crossover_rate},
                                  {"tau1", &differential.tau1},
                                  {"tau2", &differential.tau2}}) {
    if (table.has(key)) *rate = table.number(key, rate_range);
  }
}

/// The least population of an algorithm, and how its message calls it.
std::pair<std::uint64_t, const char*> least_population(AlgorithmKind algorithm) {
  switch (algorithm) {
    case AlgorithmKind::genetic:
      return {2, "a genetic algorithm"};
    case AlgorithmKind::differential_evolution:
      return {4, "differential evolution"};
    default:
      return {1, "a local search"};
  }
}

/// The mistake may be in either key: names the one that this table holds.
const char* one_at_hand(const Settings& table, const char* key, const char* other) {
  return table.has(key) || !table.has(other) ? key : other;
}

void check_together(const Settings& table, const IslandSettings& settings) {
  if (const auto [least, who] = least_population(settings.algorithm); settings.population < least) {
    table.fail(one_at_hand(table, "population", "algorithm"),
               fmt::format("population is {}; {} needs at least {}", settings.population, who, least));
  }
  if (settings.algorithm != AlgorithmKind::genetic) return;
  if (settings.replacement != ReplacementKind::generational) return;
  if (settings.elites >= settings.population) {
    table.fail(one_at_hand(table, "elites", "population"),
               fmt::format("elites is {} in a population of {}; elites are fewer than the population",
                           settings.elites, settings.population));
  }
  if (settings.offspring + settings.elites < settings.population) {
    table.fail(one_at_hand(table, "offspring", "population"),
               fmt::format("offspring is {} and elites {}, which don't fill a population of {}; generational "
                           "replacement needs offspring + elites of at least the population",
                           settings.offspring, settings.elites, settings.population));
  }
}

}  // namespace

IslandSettings bind_island(const Settings& table, const IslandSettings& fallback) {
  IslandSettings settings = fallback;
  const Reader reader(table);
  reader.read("algorithm", settings.algorithm,
              {"genetic", "hill_climbing", "random_restart", "random_walk", "differential_evolution"});
  // A local search goes from one individual to the next, unless it is told to take several along.
  if (settings.algorithm != fallback.algorithm) {
    const bool one = least_population(settings.algorithm).first == 1;
    settings.population = one ? std::uint64_t{1} : IslandSettings{}.population;
  }
  reader.read("population", settings.population, {1, most_individuals});
  reader.read("offspring", settings.offspring, {1, most_individuals});
  reader.read("selection", settings.selection,
              {"linear_ranking", "tournament", "proportional", "reciprocal"});
  reader.read("selection_pressure", settings.selection_pressure, {1, 2});
  reader.read("tournament_size", settings.tournament_size, {1, most_individuals});
  reader.read("tournament_win_rate", settings.tournament_win_rate, rate_range);
  if (table.has("ideal")) settings.ideal = table.number("ideal");
  reader.read("mating", settings.mating, {"random", "round_robin"});
  reader.read("crossover_rate", settings.crossover_rate, rate_range);
  reader.read("without_crossover", settings.without_crossover, {"clone", "random_immigrant"});
  reader.read("mutation_rate", settings.mutation_rate, rate_range);
  reader.read("replacement", settings.replacement, {"plus", "generational"});
  reader.read("elites", settings.elites, count_range);
  reader.read("keep_duplicates", settings.keep_duplicates);
  reader.read("immigrants_below", settings.immigrants_below, rate_range);
  reader.read("immigrants_share", settings.immigrants_share, rate_range);
  reader.read("restart_after", settings.restart_after, count_range);
  reader.read("improve_rate", settings.improve_rate, rate_range);
  reader.read("improve_budget", settings.improve_budget, count_range);
  reader.read("climb_steps", settings.climb_steps, positive_range);
  reader.read("walk_probability", settings.walk_probability, rate_range);
  reader.read("walk_reference", settings.walk_reference, {"current", "best"});
  read_operators(table, settings.operators);
  read_differential(table, reader, settings.differential);
  check_together(table, settings);
  return settings;
}

}  // namespace skerry
