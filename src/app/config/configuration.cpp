#include "app/config/configuration.hpp"

#include "skerry/detail/algorithms/setting_keys.hpp"
#include "skerry/error.hpp"

#include <algorithm>
#include <any>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>

#include <fmt/core.h>

namespace skerry {
namespace {

std::uint64_t read_count(const Settings& table, const char* key, std::uint64_t fallback,
                         Range<std::int64_t> range) {
  return static_cast<std::uint64_t>(table.integer(key, static_cast<std::int64_t>(fallback), range));
}

void bind_islands(const Settings& table, Configuration& configuration) {
  configuration.island = bind_island(table, configuration.island);
  for (const Settings& entry : table.tables("override")) {
    const IslandConfiguration settings = bind_island(entry, configuration.island);
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

const Topology& shipped_topology(std::string_view name) {
  const std::array shipped = {&fully_connected, &ring, &torus, &hypercube, &random_cycle, &isolated};
  return **std::ranges::find(shipped, name, [](const Topology* topology) { return topology->name(); });
}

/// Tells whether elites go home by default: if all islands have maps, unless a key asks for something that
/// only a pool has. 8 islands then need about as many evaluations as one, and three times as many by an
/// exchange of elites (bench/run.sh maps).
bool goes_home(const Settings& table, const Configuration& configuration) {
  const auto keeps_map = [](const IslandConfiguration& island) {
    return island.algorithm == AlgorithmKind::map_elites;
  };
  return keeps_map(configuration.island) &&
         std::ranges::all_of(configuration.overrides, keeps_map,
                             [](const auto& entry) -> const IslandConfiguration& { return entry.second; }) &&
         !table.has("topology") && !table.has("similarity") && !table.has("deal_at_start");
}

/// Groups enter the effective configuration only if the file has them, so that traces of other runs remain
/// the same; so do start, trace and journal.
void bind_groups(const Settings& table, MigrationSettings& migration) {
  migration.group = read_count(table, "group", 1, positive_range);
  const Settings links = table.table("links");
  GroupLinks& between = migration.links;
  between.topology =
      shipped_topology(links.choice("topology", between.topology.name(),
                                    {"fully_connected", "ring", "torus", "hypercube", "random", "none"}));
  between.every = read_count(links, "every", between.every, positive_range);
  between.migrants = read_count(links, "migrants", between.migrants, positive_range);
}

/// Without a key, a pool of fronts is ordered by fronts, and a pool of the cells of a map at random.
void bind_migration(const Settings& table, const Configuration& configuration, MigrationSettings& migration) {
  const AlgorithmKind algorithm = configuration.island.algorithm;
  const bool home = goes_home(table, configuration);
  if (home && !table.has("transfer")) migration.every = 5;
  const std::string topology = table.choice(
      "topology", "fully_connected", {"fully_connected", "ring", "torus", "hypercube", "random", "none"});
  migration.topology = shipped_topology(topology);
  migration.every = read_count(table, "every", migration.every, positive_range);
  migration.migrants = read_count(table, "migrants", migration.migrants, positive_range);
  const std::string transfer =
      table.choice("transfer", name_of(home ? Transfer::home : Transfer::move), std::span(transfer_names));
  migration.transfer =
      static_cast<Transfer>(std::ranges::find(transfer_names, transfer) - transfer_names.begin());
  const bool pool = migration.pools();
  if (pool && algorithm == AlgorithmKind::nsga2) migration.similarity = Similarity::front;
  if (pool && algorithm == AlgorithmKind::map_elites) migration.similarity = Similarity::random;
  const std::string similarity =
      table.choice("similarity", name_of(migration.similarity), std::span(similarity_names));
  migration.similarity =
      static_cast<Similarity>(std::ranges::find(similarity_names, similarity) - similarity_names.begin());
  migration.deal_at_start = table.flag("deal_at_start", migration.deal_at_start);
  migration.transport = table.choice("transport", "direct", {"direct", "gather"}) == "direct"
                            ? Transport::direct
                            : Transport::gather;
  if (table.has("group")) {
    bind_groups(table, migration);
  } else if (table.has("links")) {
    table.fail("links", "migration.links says how copies travel between groups; migration.group is not set");
  }
  try {
    migration.check();
  } catch (const UsageError& error) {
    // The other values were checked when they were read. The message begins with the key that is wrong.
    const std::string message = error.what();
    const std::size_t begin = message.find('.') + 1;
    table.fail(message.substr(begin, message.find(' ') - begin), message);
  }
}

double read_above_zero(const Settings& table, const char* key, double fallback, Range<double> range) {
  const double value = table.number(key, fallback, range);
  if (value == 0) table.fail(key, fmt::format("{} is 0; it is above 0", key));
  return value;
}

std::optional<StartSettings> bind_start(const Settings& settings) {
  if (!settings.has("start")) return std::nullopt;
  const Settings table = settings.table("start");
  StartSettings start;
  start.from = table.path("from");
  start.share = read_above_zero(table, "share", start.share, rate_range);
  start.other_instance = table.flag("other_instance", start.other_instance);
  if (table.has("sha256")) {
    start.sha256 = table.text("sha256");
    if (start.sha256.size() != 64 || start.sha256.find_first_not_of("0123456789abcdef") != std::string::npos)
      table.fail("sha256", "sha256 has 64 characters of 0 to 9 and a to f, as sha256sum prints them");
  }
  return start;
}

std::optional<std::uint64_t> read_limit(const Settings& table, const char* key) {
  if (!table.has(key)) return std::nullopt;
  return static_cast<std::uint64_t>(table.integer(key, positive_range));
}

void bind_stop(const Settings& table, Configuration& configuration) {
  StopRule& stop = configuration.stop;
  stop.generations = read_count(table, "generations", stop.generations, positive_range);
  stop.evaluations = read_limit(table, "evaluations");
  stop.stagnation = read_limit(table, "stagnation");
  if (table.has("seconds")) stop.seconds = read_above_zero(table, "seconds", 1, Range<double>{.least = 0});
  if (table.has("target")) stop.target = table.number("target");
  configuration.stop_at_target = table.flag("at_target", true);
}

void bind_checkpoint(const Settings& table, CheckpointSettings& checkpoint) {
  checkpoint.enabled = table.flag("enabled", checkpoint.enabled);
  checkpoint.every = read_limit(table, "every");
  checkpoint.seconds = read_above_zero(table, "seconds", checkpoint.seconds, Range<double>{.least = 0});
  checkpoint.share = read_above_zero(table, "share", checkpoint.share, rate_range);
}

void bind_trace(const Settings& table, Configuration& configuration) {
  configuration.trace = table.flag("enabled", true);
  configuration.evaluations = !table.has("evaluations") || table.flag("evaluations", true);
  configuration.lineage = table.has("lineage") && table.flag("lineage", false);
  if (!configuration.lineage) return;
  const auto check = [&table](const std::string& which, const IslandConfiguration& island) {
    if (island.algorithm == AlgorithmKind::genetic) return;
    table.fail("lineage", fmt::format("lineage is true, but {} has another algorithm than \"genetic\", which "
                                      "alone records births",
                                      which));
  };
  check("[island]", configuration.island);
  for (const auto& [number, island] : configuration.overrides)
    check(fmt::format("island {}", number), island);
}

void bind_journal(const Settings& table, Configuration& configuration) {
  configuration.journal = !table.has("keep") || table.flag("keep", true);
  if (!table.has("share")) return;
  if (table.text("share").empty()) table.fail("share", "share is empty; it names a folder");
  configuration.journal_share = table.path("share");
}

}  // namespace

Configuration bind_configuration(const Settings& settings) {
  Configuration configuration;
  bind_islands(settings.table("island"), configuration);
  bind_migration(settings.table("migration"), configuration, configuration.migration);
  configuration.start = bind_start(settings);
  bind_stop(settings.table("stop"), configuration);
  const Settings run = settings.table("run");
  configuration.seed = read_count(run, "seed", 1, count_range);
  if (run.has("islands")) configuration.islands = read_count(run, "islands", 1, positive_range);
  if (run.has("lend")) configuration.lend = run.flag("lend", true);
  configuration.output = run.path("output", "results/" + settings.file().stem().string() + ".h5");
  bind_trace(settings.table("trace"), configuration);
  bind_checkpoint(settings.table("checkpoint"), configuration.checkpoint);
  bind_journal(settings.table("journal"), configuration);
  return configuration;
}

namespace {

/// An absent key leaves a value as it is. A key that several algorithms have is read once, and all have its
/// value.
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

/// The defaults of the chosen algorithm come before those of others.
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
