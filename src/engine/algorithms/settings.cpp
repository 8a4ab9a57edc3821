#include "skerry/algorithms/settings.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/replacement.hpp"
#include "skerry/selection.hpp"

#include "engine/algorithms/setting_keys.hpp"
#include "engine/settings/keys.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace skerry {
namespace {

/// Notes the first value that is not in its domain.
struct OutOfRange {
  std::optional<SettingMistake> mistake = {};

  void operator()(std::string_view key, std::uint64_t value, Limits<std::uint64_t> limits, const KeyInfo&) {
    if (value >= limits.least && value <= limits.most) return;
    note(key, std::to_string(value), interval(std::to_string(limits.least), std::to_string(limits.most)));
  }
  void operator()(std::string_view key, double value, Limits<double> limits, const KeyInfo&) {
    if (value >= limits.least && value <= limits.most) return;
    const bool is_rate = limits.least == rate.least && limits.most == rate.most;
    note(key, exact_text(value),
         is_rate ? "a rate lies in [0, 1]" : interval(exact_text(limits.least), exact_text(limits.most)));
  }
  void operator()(std::string_view key, double value, AboveZero limit, const KeyInfo& info) {
    (*this)(key, value, limit.closed(), info);
    if (value == 0) note(key, "0", "it is above 0 and at most " + exact_text(limit.most));
  }
  void operator()(std::string_view key, const std::optional<double>& value, Limits<double> limits,
                  const KeyInfo& info) {
    if (value) (*this)(key, *value, limits, info);
  }
  void operator()(std::string_view key, const std::vector<double>& values, AboveZero limit,
                  const KeyInfo& info) {
    for (const double value : values) (*this)(key, value, limit, info);
  }
  /// Genomes check the names of their operators.
  template <typename T>
  void operator()(std::string_view, const T&, auto, const KeyInfo&) {}

  static std::string interval(const std::string& least, const std::string& most) {
    return "it lies in [" + least + ", " + most + "]";
  }
  void note(std::string_view key, const std::string& value, const std::string& expected) {
    if (!mistake) mistake = {std::string(key), {}, std::string(key) + " is " + value + "; " + expected};
  }
};

template <typename S, typename Visit>
void visit_all(const S& settings, Visit& visit) {
  visit_settings(settings, visit);
  if constexpr (requires { settings.operators; }) visit_settings(settings.operators, visit);
}

template <typename S>
std::optional<SettingMistake> out_of_range(const S& settings) {
  OutOfRange out;
  visit_all(settings, out);
  return out.mistake;
}

std::string_view name_of(const Algorithm::Settings& settings) {
  if (const auto* own = std::get_if<OwnAlgorithm>(&settings)) return own->name;
  const auto kind = [](const Algorithm::Settings& of) {
    return std::pair(of.index(), std::visit(
                                     [](const auto& one) {
                                       if constexpr (requires { one.kind; })
                                         return static_cast<int>(one.kind);
                                       return 0;
                                     },
                                     of));
  };
  return std::ranges::find(stock_algorithms(), kind(settings),
                           [&](const StockAlgorithm& stock) { return kind(stock.settings); })
      ->name;
}

std::optional<SettingMistake> too_small(const std::string& key, std::uint64_t value, std::uint64_t least,
                                        const std::string& algorithm) {
  if (value >= least) return std::nullopt;
  return SettingMistake{
      key, "algorithm",
      key + " is " + std::to_string(value) + "; " + algorithm + " needs at least " + std::to_string(least)};
}

template <typename S>
Genetic breeding_part(const S& settings) {
  return {.population = settings.population,
          .offspring = settings.offspring,
          .selection = std::string(ShuffledTournamentSelection::name),
          .crossover_rate = settings.crossover_rate,
          .mutation_rate = settings.mutation_rate,
          .improve_rate = settings.improve_rate,
          .improve_budget = settings.improve_budget,
          .operators = settings.operators,
          .invalid_fitness = settings.invalid_fitness};
}

}  // namespace

const StockAlgorithms& stock_algorithms() {
  static const StockAlgorithms algorithms{
      {{"genetic", "genetic", Genetic{}},
       {"hill_climbing", "local searches", LocalSearch{}},
       {"random_restart", "local searches", LocalSearch{.kind = LocalSearchKind::random_restart}},
       {"random_walk", "local searches", LocalSearch{.kind = LocalSearchKind::random_walk}},
       {"differential_evolution", "differential evolution", DifferentialEvolution{}},
       {"cma_es", "CMA-ES", CmaEs{}},
       {"portfolio", "CMA-ES", CmaEs{.kind = CmaEsKind::with_differential_evolution}},
       {"nsga2", "nsga2", Nsga2{}},
       {"map_elites", "map_elites", MapElites{}}}};
  return algorithms;
}

std::vector<std::string_view> names_of(const StockAlgorithms& algorithms) {
  std::vector<std::string_view> names;
  for (const StockAlgorithm& algorithm : algorithms) names.push_back(algorithm.name);
  return names;
}

std::optional<SettingMistake> mistake_in(const Genetic& settings) {
  if (auto mistake = out_of_range(settings)) return mistake;
  if (auto mistake = too_small("population", settings.population, 2, "a genetic algorithm")) return mistake;
  if (settings.replacement != GenerationalReplacement::name) return std::nullopt;
  if (settings.immigration == ImmigrationKind::join_offspring) {
    return SettingMistake{"immigration", "replacement",
                          "immigration is \"join_offspring\" with replacement \"generational\"; only "
                          "replacement \"plus\" selects survivors from a pool that immigrants could join"};
  }
  if (settings.elites >= settings.population) {
    return SettingMistake{"elites", "population",
                          "elites is " + std::to_string(settings.elites) + " in a population of " +
                              std::to_string(settings.population) + "; elites are fewer than the population"};
  }
  if (settings.offspring + settings.elites < settings.population) {
    return SettingMistake{"offspring", "population",
                          "offspring is " + std::to_string(settings.offspring) + " and elites " +
                              std::to_string(settings.elites) + ", which don't fill a population of " +
                              std::to_string(settings.population) +
                              "; generational replacement needs offspring + elites of at least the "
                              "population"};
  }
  return std::nullopt;
}

std::optional<SettingMistake> mistake_in(const LocalSearch& settings) {
  return out_of_range(settings);
}

std::optional<SettingMistake> mistake_in(const DifferentialEvolution& settings) {
  auto mistake = out_of_range(settings);
  return mistake ? mistake : too_small("population", settings.population, 4, "differential evolution");
}

std::optional<SettingMistake> mistake_in(const CmaEs& settings) {
  if (auto mistake = out_of_range(settings)) return mistake;
  auto mistake = too_small("population", settings.population, 4, "CMA-ES");
  return mistake ? mistake : too_small("offspring", settings.offspring, 4, "CMA-ES");
}

std::optional<SettingMistake> mistake_in(const Nsga2& settings) {
  auto mistake = out_of_range(settings);
  return mistake ? mistake : too_small("population", settings.population, 2, "non-dominated sorting");
}

std::optional<SettingMistake> mistake_in(const MapElites& settings) {
  auto mistake = out_of_range(settings);
  return mistake ? mistake : too_small("population", settings.population, 2, "MAP-Elites");
}

std::optional<SettingMistake> mistake_in(const OwnAlgorithm& settings) {
  return out_of_range(settings);
}

Genetic breeding_of(const Nsga2& settings) {
  return breeding_part(settings);
}

Genetic breeding_of(const MapElites& settings) {
  Genetic breeding = breeding_part(settings);
  breeding.selection = TournamentSelection::name;
  breeding.tournament_size = 1;
  return breeding;
}

std::uint64_t Algorithm::population() const {
  return std::visit([](const auto& settings) { return settings.population; }, settings_);
}

std::string toml_of(const Algorithm& algorithm) {
  TomlText toml;
  toml.add_quoted("algorithm", name_of(algorithm.settings()));
  std::visit([&](const auto& settings) { visit_all(settings, toml); }, algorithm.settings());
  if (const auto* own = std::get_if<OwnAlgorithm>(&algorithm.settings())) {
    for (const auto& [key, value] : own->values) toml.add(key, toml_float(value));
  }
  return toml.text + "\n";
}

}  // namespace skerry
