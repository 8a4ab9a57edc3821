#include "skerry/algorithms/settings.hpp"

#include "skerry/detail/text.hpp"
#include "skerry/replacement.hpp"
#include "skerry/selection.hpp"

#include "engine/algorithms/setting_keys.hpp"
#include "engine/settings/keys.hpp"

#include <type_traits>
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

std::optional<SettingMistake> too_small(const std::string& key, std::uint64_t value, std::uint64_t least,
                                        std::string_view algorithm) {
  if (value >= least) return std::nullopt;
  return SettingMistake{key, "algorithm",
                        key + " is " + std::to_string(value) + "; algorithm \"" + std::string(algorithm) +
                            "\" needs at least " + std::to_string(least)};
}

std::optional<SettingMistake> clash_in(const Genetic& settings) {
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
  static const StockAlgorithms algorithms = [] {
    StockAlgorithms all;
    const auto add = [&]<typename S>(S settings) {
      for (std::size_t kind = 0; kind < S::facts.names.size() && !S::facts.names[kind].empty(); ++kind) {
        if constexpr (requires { settings.kind; }) settings.kind = static_cast<decltype(settings.kind)>(kind);
        all.emplace_back(settings);
      }
    };
    [&]<typename... S>(std::type_identity<std::variant<S...>>) {
      (add(S{}), ...);
    }(std::type_identity<Algorithm::Settings>());
    return all;
  }();
  return algorithms;
}

Algorithm::Settings default_settings(std::string_view name) {
  for (const Algorithm::Settings& stock : stock_algorithms())
    if (name_of(stock) == name) return stock;
  return OwnAlgorithm{.name = std::string(name)};
}

std::string_view name_of(const Algorithm::Settings& settings) {
  if (const auto* own = std::get_if<OwnAlgorithm>(&settings)) return own->name;
  return std::visit(
      []<typename S>(const S& of) {
        if constexpr (requires { of.kind; }) return S::facts.names.at(static_cast<std::size_t>(of.kind));
        return S::facts.names.front();
      },
      settings);
}

std::optional<SettingMistake> Algorithm::mistake_in(const Settings& settings) {
  const std::string_view name = name_of(settings);
  return std::visit(
      [&]<typename S>(const S& of) {
        auto mistake = out_of_range(of);
        if (!mistake) mistake = too_small("population", of.population, S::facts.least_population, name);
        if (!mistake) mistake = too_small("offspring", of.offspring, S::facts.least_offspring, name);
        if constexpr (std::same_as<S, Genetic>) {
          if (!mistake) mistake = clash_in(of);
        }
        return mistake;
      },
      settings);
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
