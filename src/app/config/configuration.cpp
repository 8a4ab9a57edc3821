#include "app/config/configuration.hpp"

#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/config/setting_keys.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <limits>
#include <set>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

#include <fmt/core.h>

namespace skerry {
namespace {

/// Reads each key but once, so the algorithm in use comes first. An absent key leaves its value.
class Reader {
 public:
  explicit Reader(const Settings& table, std::span<const Topology> own = {}) : table_(table), own_(own) {}

  /// From now on, absent keys do not enter the effective configuration.
  void leave_out_absent_keys() { only_present_ = true; }

  void operator()(std::string_view key, std::uint64_t& value, Limits<std::uint64_t> limits,
                  const KeyInfo& info) {
    constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const Range<std::int64_t> range{static_cast<std::int64_t>(limits.least),
                                    static_cast<std::int64_t>(std::min(limits.most, most))};
    read(key, value, info, [&] {
      if (limits.most > most && table_.is_text(key)) return beyond_integers(key, most);
      return static_cast<std::uint64_t>(table_.integer(key, static_cast<std::int64_t>(value), range));
    });
  }
  void operator()(std::string_view key, double& value, Limits<double> limits, const KeyInfo& info) {
    read(key, value, info, [&] { return table_.number(key, value, {limits.least, limits.most}); });
  }
  void operator()(std::string_view key, double& value, AboveZero limit, const KeyInfo& info) {
    (*this)(key, value, limit.closed(), info);
    if (value > 0) return;
    const std::string most = limit.bounded() ? fmt::format(" and at most {}", limit.most) : "";
    table_.fail(key, fmt::format("{} is 0; it is above 0{}", key, most));
  }
  void operator()(std::string_view key, std::vector<double>& values, AboveZero /*limit*/,
                  const KeyInfo& /*info*/) {
    if (!table_.has(key)) return;
    values = table_.numbers(key);
    if (values.empty()) table_.fail(key, fmt::format("{} is an empty list; leave it out for none", key));
    for (const double value : values) {
      if (!(value > 0)) table_.fail(key, fmt::format("{} has {}; its numbers are above 0", key, value));
    }
  }
  void operator()(std::string_view key, bool& value, std::nullptr_t, const KeyInfo& info) {
    read(key, value, info, [&] { return table_.flag(key, value); });
  }
  void operator()(std::string_view key, std::string& value, std::nullptr_t, const KeyInfo& info) {
    read(key, value, info, [&] { return table_.text(key, value); });
  }
  void operator()(std::string_view key, std::filesystem::path& value, std::nullptr_t, const KeyInfo& info) {
    value = info.absent == Absent::refused ? table_.path(key) : table_.path(key, value);
  }
  void operator()(std::string_view key, std::optional<std::uint64_t>& epochs, RecordedEpochs,
                  const KeyInfo& /*info*/) {
    if (!table_.has(key)) return;
    if (table_.is_text(key)) {
      epochs = table_.choice(key, "epochs", {"epochs", "last"}) == "epochs" ? 1 : 0;
    } else {
      epochs = static_cast<std::uint64_t>(table_.integer(key, positive_range));
    }
  }
  template <typename T>
  void operator()(std::string_view key, std::optional<T>& value, auto domain, const KeyInfo& info) {
    if (!table_.has(key)) return;
    value.emplace();
    (*this)(key, *value, domain, info);
  }
  template <typename Kind, std::size_t N>
  requires std::is_enum_v<Kind>
  void operator()(std::string_view key, Kind& kind, const Names<N>& names, const KeyInfo& info) {
    read(key, kind, info, [&] {
      const std::string name = table_.choice(key, names.at(static_cast<std::size_t>(kind)), names);
      return static_cast<Kind>(std::ranges::find(names, name) - names.begin());
    });
  }
  /// A program may have other names, which its islands know.
  template <std::size_t N>
  void operator()(std::string_view key, std::string& name, const Names<N>& /*usual*/, const KeyInfo& info) {
    read(key, name, info, [&] { return table_.text(key, name); });
  }
  void operator()(std::string_view key, Topology& value, const Topologies& topologies, const KeyInfo& info) {
    read(key, value, info, [&] {
      std::vector<std::string_view> names = names_of(topologies);
      for (const Topology& topology : own_) names.push_back(topology.name());
      const std::string name = table_.choice(key, value.name(), names);
      const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
      return at < topologies.size() ? *topologies.at(at) : own_[at - topologies.size()];
    });
  }

 private:
  template <typename T, typename Read>
  void read(std::string_view key, T& value, const KeyInfo& info, Read read_key) {
    if ((only_present_ || info.absent == Absent::left_out) && !table_.has(key)) return;
    if (seen_.emplace(key).second) value = read_key();
  }

  std::uint64_t beyond_integers(std::string_view key, std::uint64_t most) const {
    const std::string text = table_.text(key);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{} && end == text.data() + text.size() && number > most) return number;
    table_.fail(key,
                fmt::format("{} is \"{}\"; it is a whole number from 0 to 2^64 - 1, in quotes if it is 2^63 "
                            "or larger and only then",
                            key, text));
  }

  const Settings& table_;
  std::span<const Topology> own_;
  bool only_present_ = false;
  std::set<std::string, std::less<>> seen_;
};

/// Returns the key to blame where the mistake may be in either of two: the one that this table holds.
const std::string& one_at_hand(const Settings& table, const SettingMistake& mistake) {
  return table.has(mistake.key) || !table.has(mistake.other) ? mistake.key : mistake.other;
}

void visit_operators(auto& settings, Reader& read) {
  if constexpr (requires { settings.operators; }) visit_settings(settings.operators, read);
}

/// Returns the settings with the values of those keys that the table has; the population keeps its size.
template <typename S>
S with_keys_of(const Settings& table, S settings) {
  const std::uint64_t population = settings.population;
  Reader read(table);
  read.leave_out_absent_keys();
  visit_settings(settings, read);
  visit_operators(settings, read);
  settings.population = population;
  return settings;
}

/// Reads the settings of a program's own algorithm. A key of one that is not in use has to be a number, too.
void read_own_settings(const Settings& table, const Settings& above, std::span<const AlgorithmForm> own,
                       IslandConfiguration& island) {
  auto* settings = std::get_if<OwnAlgorithm>(&island.chosen);
  for (const AlgorithmForm& form : own) {
    const bool chosen = settings != nullptr && form.name == island.algorithm;
    for (const auto& [key, fallback] : form.settings) {
      if (!chosen && !table.has(key)) continue;
      const double value = table.number(key, above.has(key) ? above.number(key) : fallback, {});
      if (chosen) settings->values[key] = value;
    }
  }
}

bool names_algorithm(const Settings& table) {
  return table.has("algorithm") && !(table.is_text("algorithm") && table.text("algorithm") == automatic_name);
}

/// Tells whether a table that names no algorithm has keys or sizes that CMA-ES lacks.
bool means_genetic(const Settings& table) {
  if (names_algorithm(table)) return false;
  const auto is_few = [&](const char* key) { return table.has(key) && table.integer(key) < 4; };
  if (is_few("population") || is_few("offspring")) return true;
  bool has_others = false;
  const auto look_at = [&](std::string_view key, const auto& /*value*/, const auto& /*domain*/,
                           const KeyInfo& /*info*/) {
    has_others = has_others || (!has_key(CmaEs::facts, key) && table.has(key));
  };
  const Genetic genetic;
  visit_settings(genetic, look_at);
  visit_settings(genetic.operators, look_at);
  return has_others;
}

/// The one that fits the problem, but where that is CMA-ES and keys ask for more, the genetic one. It begins
/// anew by itself only where no key asks for a genetic algorithm.
FittingAlgorithm automatic_algorithm(const Settings& table, const Settings& trace,
                                     const std::function<FittingAlgorithm()>& fitting) {
  const std::vector<Settings> overrides = table.tables("override");
  if (names_algorithm(table) && std::ranges::all_of(overrides, [](const Settings& entry) {
        return !entry.has("algorithm") || names_algorithm(entry);
      }))
    return {};
  const FittingAlgorithm found = fitting();
  const bool genetic = means_genetic(table) || std::ranges::any_of(overrides, means_genetic);
  if (!std::holds_alternative<CmaEs>(default_settings(found.name)))
    return genetic ? FittingAlgorithm{found.name} : found;
  return genetic || (trace.has("lineage") && trace.flag("lineage", false)) ? FittingAlgorithm{"genetic"}
                                                                           : found;
}

/// An absent key has the value of `fallback`, or if the table chooses another algorithm, of the table above.
/// `automatic` is the algorithm that it leaves to the problem; null if it leaves none.
IslandConfiguration bind_island(const Settings& table, const IslandConfiguration& fallback,
                                const Settings& above, std::span<const AlgorithmForm> own,
                                const FittingAlgorithm* automatic) {
  IslandConfiguration island = fallback;
  std::vector<std::string_view> names = {automatic_name};
  for (const Algorithm::Settings& stock : stock_algorithms()) names.push_back(name_of(stock));
  for (const AlgorithmForm& form : own) names.push_back(form.name);
  const std::string usual = automatic != nullptr ? std::string(automatic->name) : fallback.algorithm;
  if (automatic != nullptr && table.has("algorithm")) Settings(table).replace("algorithm", usual);
  island.algorithm = table.choice("algorithm", usual, names);
  if (island.algorithm != fallback.algorithm)
    island.chosen =
        std::visit([&](auto settings) { return Algorithm::Settings(with_keys_of(above, settings)); },
                   default_settings(island.algorithm));
  if (auto* const genetic = std::get_if<Genetic>(&island.chosen); genetic != nullptr && automatic != nullptr)
    genetic->restart_after = automatic->restart_after;
  Reader read(table);
  std::visit([&](auto& settings) { visit_settings(settings, read); }, island.chosen);
  const auto read_unused = [&](auto settings) {
    settings = with_keys_of(above, settings);
    visit_settings(settings, read);
    return settings;
  };
  // The effective configuration has the defaults of these two beside those of the algorithm in use, unless
  // that is one of many solutions, or the program's own.
  if (island.is<Nsga2>() || island.is<MapElites>() || island.is<OwnAlgorithm>()) read.leave_out_absent_keys();
  read_unused(Genetic());
  read_unused(LocalSearch());
  read.leave_out_absent_keys();
  std::visit([&](auto& settings) { visit_operators(settings, read); }, island.chosen);
  const auto read_all_unused = [&](const auto& settings) {
    auto unused = read_unused(settings);
    visit_operators(unused, read);
  };
  for (const Algorithm::Settings& stock : stock_algorithms()) std::visit(read_all_unused, stock);
  read_own_settings(table, above, own, island);
  if (const auto mistake = Algorithm::mistake_in(island.chosen))
    table.fail(one_at_hand(table, *mistake), mistake->message);
  return island;
}

void bind_islands(const Settings& table, std::span<const AlgorithmForm> own,
                  const FittingAlgorithm& automatic, Configuration& configuration) {
  configuration.automatic = !names_algorithm(table);
  configuration.island =
      bind_island(table, configuration.island, table, own, configuration.automatic ? &automatic : nullptr);
  for (const Settings& entry : table.tables("override")) {
    const bool is_automatic = entry.has("algorithm") && !names_algorithm(entry);
    const IslandConfiguration settings =
        bind_island(entry, configuration.island, table, own, is_automatic ? &automatic : nullptr);
    const auto islands = entry.integers("islands");
    if (islands.empty()) {
      entry.fail("islands", "an [[island.override]] says for which islands it is: islands = [0, 2]");
    }
    for (const std::int64_t island : islands) {
      if (island < 0) {
        entry.fail("islands", fmt::format("islands has {}; islands are numbered from 0", island));
      }
      if (!configuration.overrides.emplace(island, settings).second) {
        entry.fail("islands", fmt::format("island {} is overridden twice", island));
      }
    }
  }
}

/// If all islands have maps, unless a key asks for something that only a pool has. 8 islands then need about
/// as many evaluations as one, and three times as many by an exchange of elites (bench/run.sh maps).
bool goes_home(const Settings& table, const Configuration& configuration) {
  const auto keeps_map = [](const IslandConfiguration& island) { return island.is<MapElites>(); };
  return keeps_map(configuration.island) &&
         std::ranges::all_of(configuration.overrides, keeps_map,
                             [](const auto& entry) -> const IslandConfiguration& { return entry.second; }) &&
         !table.has("topology") && !table.has("similarity") && !table.has("deal_at_start");
}

/// Without a key, a pool of fronts is ordered by fronts, and a pool of the cells of a map at random.
void bind_migration(const Settings& table, const Configuration& configuration, std::span<const Topology> own,
                    MigrationSettings& migration) {
  if (goes_home(table, configuration) && !table.has("transfer")) {
    migration.transfer = Transfer::home;
    migration.every = 5;
  }
  // The default of the similarity follows from the other keys.
  Reader present(table, own);
  present.leave_out_absent_keys();
  visit_settings(migration, present);
  if (migration.pools() && !table.has("similarity")) {
    if (configuration.island.is<Nsga2>()) migration.similarity = Similarity::front;
    if (configuration.island.is<MapElites>()) migration.similarity = Similarity::random;
  }
  visit_settings(migration, Reader(table, own));
  if (table.has("group")) {
    const Settings links = table.table("links");
    visit_settings(migration.links, Reader(links, own));
  } else if (table.has("links")) {
    table.fail("links", "migration.links says how copies travel between groups; migration.group is not set");
  }
  try {
    migration.check();
  } catch (const UsageError& error) {
    table.fail(error.facts().key, error.what());
  }
}

StartSettings bind_start(const Settings& table) {
  StartSettings start;
  visit_settings(start, Reader(table));
  if (table.has("sha256") &&
      (start.sha256.size() != 64 || start.sha256.find_first_not_of("0123456789abcdef") != std::string::npos))
    table.fail("sha256", "sha256 has 64 characters of 0 to 9 and a to f, as sha256sum prints them");
  return start;
}

void bind_trace(const Settings& table, Configuration& configuration) {
  visit_trace(configuration, Reader(table));
  if (!configuration.recorded.births) return;
  const auto check = [&table](const std::string& which, const IslandConfiguration& island) {
    if (island.is<Genetic>()) return;
    table.fail("lineage", fmt::format("lineage is true, but {} has another algorithm than \"genetic\", which "
                                      "alone records births",
                                      which));
  };
  check("[island]", configuration.island);
  for (const auto& [number, island] : configuration.overrides)
    check(fmt::format("island {}", number), island);
}

/// A target that is only reported, and the known optimum, leave the limit of generations as it is.
void bind_stop(const Settings& table, Configuration& configuration) {
  visit_stop(configuration, Reader(table));
  StopRule rules = configuration.stop;
  if (!configuration.stop_at_target) rules.target.reset();
  const auto limit = configuration.stop.generations = rules.generation_limit();
  if (limit) table.integer("generations", static_cast<std::int64_t>(*limit), positive_range);
}

void bind_journal(const Settings& table, Configuration& configuration) {
  if (table.has("share") && table.text("share").empty())
    table.fail("share", "share is empty; it names a folder");
  visit_journal(configuration, Reader(table));
}

}  // namespace

/// Start, groups, and what a trace and a journal hold enter the effective configuration only if the file has
/// them, so that traces of other runs remain the same.
Configuration bind_configuration(const Settings& settings, std::span<const Topology> topologies,
                                 std::span<const AlgorithmForm> algorithms,
                                 const std::function<FittingAlgorithm()>& fitting) {
  Configuration configuration;
  configuration.output = "results/" + settings.file().stem().string() + ".h5";
  const Settings island = settings.table("island");
  const Settings trace = settings.table("trace");
  bind_islands(island, algorithms, automatic_algorithm(island, trace, fitting), configuration);
  bind_migration(settings.table("migration"), configuration, topologies, configuration.migration);
  if (settings.has("start")) configuration.start = bind_start(settings.table("start"));
  bind_stop(settings.table("stop"), configuration);
  visit_run(configuration, Reader(settings.table("run")));
  bind_trace(trace, configuration);
  visit_settings(configuration.checkpoint, Reader(settings.table("checkpoint")));
  bind_journal(settings.table("journal"), configuration);
  return configuration;
}

}  // namespace skerry
