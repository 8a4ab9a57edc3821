#include "skerry/algorithms/setting_keys.hpp"

#include "app/config/configuration.hpp"

#include <algorithm>
#include <any>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Reads the settings of one algorithm from a table; an absent key leaves a value as it is. A key that
/// several algorithms have is read once, and all have its value.
class Reader {
 public:
  explicit Reader(const Settings& table) : table_(table) {}

  /// From now on, absent keys do not enter the effective configuration: they belong to operators and
  /// algorithms that are not in use.
  void leave_out_absent_keys() { only_present_ = true; }

  void operator()(std::string_view key, std::uint64_t& value, Limits<std::uint64_t> limits) {
    const Range<std::int64_t> range{static_cast<std::int64_t>(limits.least),
                                    static_cast<std::int64_t>(limits.most)};
    read(key, value, [&] {
      return static_cast<std::uint64_t>(table_.integer(key, static_cast<std::int64_t>(value), range));
    });
  }
  void operator()(std::string_view key, double& value, Limits<double> limits) {
    read(key, value, [&] { return table_.number(key, value, {limits.least, limits.most}); });
  }
  void operator()(std::string_view key, std::optional<double>& value, Limits<double>) {
    if (table_.has(key)) value = table_.number(key);
  }
  void operator()(std::string_view key, bool& value, std::nullptr_t) {
    read(key, value, [&] { return table_.flag(key, value); });
  }
  void operator()(std::string_view key, std::string& value, std::nullptr_t) {
    read(key, value, [&] { return table_.text(key, value); });
  }
  template <typename Kind, std::size_t N>
  requires std::is_enum_v<Kind>
  void operator()(std::string_view key, Kind& kind, const Names<N>& names) {
    read(key, kind, [&] { return choose(key, kind, names); });
  }

  template <typename Kind, std::size_t N>
  Kind choose(std::string_view key, Kind kind, const Names<N>& names) const {
    const std::string name = table_.choice(key, names.at(static_cast<std::size_t>(kind)), names);
    return static_cast<Kind>(std::ranges::find(names, name) - names.begin());
  }

 private:
  /// The algorithm is read first, and the default size of the population is that of the chosen algorithm.
  template <typename T, typename Read>
  void read(std::string_view key, T& value, Read read_key) {
    if (only_present_ && !table_.has(key)) return;
    const auto [at, first] = shared_.try_emplace(std::string(key));
    if (first) {
      value = read_key();
      at->second = value;
    } else if (key != "population") {
      value = std::any_cast<T>(at->second);
    }
  }

  const Settings& table_;
  bool only_present_ = false;
  std::map<std::string, std::any, std::less<>> shared_;
};

/// Returns the key to blame where the mistake may be in either of two: the one that this table holds.
const std::string& one_at_hand(const Settings& table, const SettingMistake& mistake) {
  return table.has(mistake.key) || !table.has(mistake.other) ? mistake.key : mistake.other;
}

/// Reads the settings of the chosen algorithm, whose defaults come before those of others.
void read_chosen(IslandConfiguration& island, Reader& read) {
  switch (island.algorithm) {
    case AlgorithmKind::genetic:
      return visit_settings(island.genetic, read);
    case AlgorithmKind::differential_evolution:
      return visit_settings(island.differential, read);
    case AlgorithmKind::nsga2:
      return visit_settings(island.nsga2, read);
    case AlgorithmKind::map_elites:
      return visit_settings(island.map_elites, read);
    default:
      island.local_search.kind = static_cast<LocalSearchKind>(static_cast<int>(island.algorithm) - 1);
      return visit_settings(island.local_search, read);
  }
}

std::optional<SettingMistake> mistake_of(const IslandConfiguration& island) {
  switch (island.algorithm) {
    case AlgorithmKind::genetic:
      return mistake_in(island.genetic);
    case AlgorithmKind::differential_evolution:
      return mistake_in(island.differential);
    case AlgorithmKind::nsga2:
      return mistake_in(island.nsga2);
    case AlgorithmKind::map_elites:
      return mistake_in(island.map_elites);
    default:
      return mistake_in(island.local_search);
  }
}

}  // namespace

Algorithm IslandConfiguration::settings() const {
  switch (algorithm) {
    case AlgorithmKind::genetic:
      return genetic;
    case AlgorithmKind::differential_evolution:
      return differential;
    case AlgorithmKind::nsga2:
      return nsga2;
    case AlgorithmKind::map_elites:
      return map_elites;
    default:
      return local_search;
  }
}

IslandConfiguration bind_island(const Settings& table, const IslandConfiguration& fallback) {
  IslandConfiguration island = fallback;
  Reader read(table);
  island.algorithm = read.choose("algorithm", fallback.algorithm, algorithm_names);
  // A local search has one individual, unless the configuration asks for several.
  if (island.algorithm != fallback.algorithm) {
    island.genetic.population = Genetic{}.population;
    island.local_search.population = LocalSearch{}.population;
    island.differential.population = DifferentialEvolution{}.population;
    island.nsga2.population = Nsga2{}.population;
    island.map_elites.population = MapElites{}.population;
  }
  read_chosen(island, read);
  const AlgorithmKind kind = island.algorithm;
  // The effective configuration has the defaults of these two beside those of the algorithm in use, unless
  // that is one of many solutions.
  const bool of_many = kind == AlgorithmKind::nsga2 || kind == AlgorithmKind::map_elites;
  if (of_many) read.leave_out_absent_keys();
  visit_settings(island.genetic, read);
  visit_settings(island.local_search, read);
  read.leave_out_absent_keys();
  visit_settings(island.genetic.operators, read);
  island.nsga2.operators = island.map_elites.operators = island.genetic.operators;
  visit_settings(island.differential, read);
  visit_settings(island.nsga2, read);
  visit_settings(island.map_elites, read);
  const auto mistake = mistake_of(island);
  if (mistake) table.fail(one_at_hand(table, *mistake), mistake->message);
  return island;
}

}  // namespace skerry
