#include "skerry/algorithms/settings.hpp"

#include "skerry/detail/algorithms/setting_keys.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include <cstddef>

namespace skerry {
namespace {

/// Returns a number as a TOML float, which has a point or an exponent.
std::string toml_float(double value) {
  std::string text = exact_text(value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

struct OutOfRange {
  std::optional<SettingMistake> mistake = {};

  void operator()(std::string_view key, std::uint64_t value, Limits<std::uint64_t> limits) {
    if (value >= limits.least && value <= limits.most) return;
    note(key, std::to_string(value), std::to_string(limits.least), std::to_string(limits.most));
  }
  void operator()(std::string_view key, double value, Limits<double> limits) {
    if (value >= limits.least && value <= limits.most) return;
    if (limits.least == rate.least && limits.most == rate.most) {
      note(key, std::string(key) + " is " + exact_text(value) + "; a rate lies in [0, 1]");
    } else {
      note(key, exact_text(value), exact_text(limits.least), exact_text(limits.most));
    }
  }
  void operator()(std::string_view key, const std::optional<double>& value, Limits<double> limits) {
    if (value) (*this)(key, *value, limits);
  }
  void operator()(std::string_view, const std::string&, std::nullptr_t) {
  }  // genomes check the names of their operators
  template <typename T>
  void operator()(std::string_view, const T&, auto) {}

  void note(std::string_view key, const std::string& value, const std::string& least,
            const std::string& most) {
    note(key, std::string(key) + " is " + value + "; it lies in [" + least + ", " + most + "]");
  }
  void note(std::string_view key, const std::string& message) {
    if (!mistake) mistake = {std::string(key), {}, message};
  }
};

struct TomlText {
  std::string text = {};

  void operator()(std::string_view key, std::uint64_t value, auto) { line(key, std::to_string(value)); }
  void operator()(std::string_view key, double value, auto) { line(key, toml_float(value)); }
  void operator()(std::string_view key, const std::optional<double>& value, auto) {
    if (value) line(key, toml_float(*value));
  }
  void operator()(std::string_view key, const std::string& value, auto) {
    if (!value.empty()) line(key, "\"" + value + "\"");
  }
  void operator()(std::string_view key, bool value, auto) { line(key, value ? "true" : "false"); }
  template <typename Kind, std::size_t N>
  requires std::is_enum_v<Kind>
  void operator()(std::string_view key, Kind kind, const Names<N>& names) {
    line(key, "\"" + std::string(names.at(static_cast<std::size_t>(kind))) + "\"");
  }
  void line(std::string_view key, const std::string& value) {
    text += std::string(key) + " = " + value + "\n";
  }
};

template <typename S>
S checked(const S& settings) {
  if (const auto mistake = mistake_in(settings)) throw UsageError(mistake->message);
  return settings;
}

std::string_view name_of(const Algorithm::Settings& settings) {
  if (const auto* local = std::get_if<LocalSearch>(&settings))
    return algorithm_names.at(1 + static_cast<std::size_t>(local->kind));
  if (std::holds_alternative<DifferentialEvolution>(settings)) return "differential_evolution";
  if (std::holds_alternative<Nsga2>(settings)) return "nsga2";
  if (std::holds_alternative<MapElites>(settings)) return "map_elites";
  return "genetic";
}

/// Returns the mistake of a population of one, of which no two parents can be drawn.
std::optional<SettingMistake> too_small(std::uint64_t population, std::string_view algorithm) {
  if (population >= 2) return std::nullopt;
  return SettingMistake{
      "population", "algorithm",
      "population is " + std::to_string(population) + "; " + std::string(algorithm) + " needs at least 2"};
}

template <typename S>
Genetic breeding_part(const S& settings) {
  return {.population = settings.population,
          .offspring = settings.offspring,
          .selection = SelectionKind::tournament,
          .crossover_rate = settings.crossover_rate,
          .mutation_rate = settings.mutation_rate,
          .improve_rate = settings.improve_rate,
          .improve_budget = settings.improve_budget,
          .operators = settings.operators,
          .invalid_fitness = settings.invalid_fitness};
}

}  // namespace

std::optional<SettingMistake> mistake_in(const Genetic& settings) {
  OutOfRange out;
  visit_settings(settings, out);
  visit_settings(settings.operators, out);
  if (out.mistake) return out.mistake;
  if (const auto mistake = too_small(settings.population, "a genetic algorithm")) return mistake;
  if (settings.mutation_growth > 1 && settings.mutation_most < settings.mutation_rate) {
    return SettingMistake{"mutation_most", "mutation_rate",
                          "mutation_most is " + exact_text(settings.mutation_most) + " and mutation_rate " +
                              exact_text(settings.mutation_rate) +
                              "; the rate grows from mutation_rate to mutation_most, which is not below it"};
  }
  if (settings.replacement != ReplacementKind::generational) return std::nullopt;
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
  OutOfRange out;
  visit_settings(settings, out);
  return out.mistake;
}

std::optional<SettingMistake> mistake_in(const DifferentialEvolution& settings) {
  OutOfRange out;
  visit_settings(settings, out);
  if (out.mistake) return out.mistake;
  if (settings.weight == 0) return SettingMistake{"weight", {}, "weight is 0; it is above 0 and at most 2"};
  if (settings.population < 4) {
    return SettingMistake{
        "population", "algorithm",
        "population is " + std::to_string(settings.population) + "; differential evolution needs at least 4"};
  }
  return std::nullopt;
}

std::optional<SettingMistake> mistake_in(const Nsga2& settings) {
  OutOfRange out;
  visit_settings(settings, out);
  visit_settings(settings.operators, out);
  return out.mistake ? out.mistake : too_small(settings.population, "non-dominated sorting");
}

std::optional<SettingMistake> mistake_in(const MapElites& settings) {
  OutOfRange out;
  visit_settings(settings, out);
  visit_settings(settings.operators, out);
  return out.mistake ? out.mistake : too_small(settings.population, "MAP-Elites");
}

Genetic breeding_of(const Nsga2& settings) {
  return breeding_part(settings);
}

Genetic breeding_of(const MapElites& settings) {
  Genetic breeding = breeding_part(settings);
  breeding.tournament_size = 1;
  return breeding;
}

Algorithm::Algorithm(const Genetic& settings) : settings_(checked(settings)) {}
Algorithm::Algorithm(const LocalSearch& settings) : settings_(checked(settings)) {}
Algorithm::Algorithm(const DifferentialEvolution& settings) : settings_(checked(settings)) {}

Algorithm::Algorithm(const Nsga2& settings) : settings_(checked(settings)) {}
Algorithm::Algorithm(const MapElites& settings) : settings_(checked(settings)) {}

std::uint64_t Algorithm::population() const {
  return std::visit([](const auto& settings) { return settings.population; }, settings_);
}

std::string toml_of(const Algorithm& algorithm) {
  TomlText toml;
  toml.line("algorithm", "\"" + std::string(name_of(algorithm.settings())) + "\"");
  std::visit(
      [&](const auto& settings) {
        visit_settings(settings, toml);
        if constexpr (requires { settings.operators; }) visit_settings(settings.operators, toml);
      },
      algorithm.settings());
  return toml.text;
}

}  // namespace skerry
