#include "app/run/load.hpp"

#include "skerry/detail/population/genome_buffer.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/process/analysis.hpp"
#include "engine/communication/island_threads.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <system_error>
#include <utility>

#include <boost/serialization/map.hpp>
#include <boost/serialization/string.hpp>
#include <fmt/core.h>

namespace skerry {
namespace {

/// Returns the type that the table names; a program with one type takes any name.
const ProblemType& type_of(const Settings& table, const std::vector<ProblemType>& problems) {
  if (problems.size() == 1) return problems.front();
  const std::string type = table.text("type");
  const auto known = std::ranges::find(problems, type, &ProblemType::name);
  if (known == problems.end()) {
    std::vector<std::string> names;
    for (const ProblemType& problem : problems) names.push_back(problem.name);
    const auto near = nearest_name(type, names);
    table.fail("type", fmt::format("type is \"{}\"; problems are {}{}", type, joined(names, ", "),
                                   near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
  }
  return *known;
}

void broadcast(Files& files, Communicator& world) {
  using Texts = std::map<std::string, std::string>;
  std::vector<std::byte> buffer;
  if (world.rank() == 0) {
    pack_genome(files.contents(), buffer);
    pack_genome(files.identified(), buffer);
  }
  world.broadcast(buffer);
  if (world.rank() == 0) return;
  std::span<const std::byte> rest = buffer;
  Texts contents = take_genome<Texts>(rest);
  files.replace(std::move(contents), take_genome<Texts>(rest));
}

void set_ideals(const Settings& table, const AnyProblem& problem, Configuration& configuration) {
  const auto set = [&](IslandConfiguration& configured) {
    auto* island = std::get_if<Genetic>(&configured.chosen);
    if (island == nullptr || island->selection != ReciprocalSelection::name || island->ideal) return;
    island->ideal = problem.ideal();
    if (!island->ideal) {
      table.fail(
          "selection",
          fmt::format("selection \"reciprocal\" needs island.ideal, a fitness that no solution exceeds; "
                      "problem {} names none",
                      problem.name()));
    }
  };
  set(configuration.island);
  for (auto& [number, island] : configuration.overrides) set(island);
}

template <typename Check>
void check_with(const Settings& table, Check check) {
  try {
    check();
  } catch (const UsageError& mistake) {
    std::string key = mistake.facts().key;
    key.erase(0, key.rfind('.') + 1);  // "policy" of "migration.policy"
    table.fail(table.has(key) ? key : "", mistake.what());
  }
}

void check(const Settings& settings, const AnyProblem& problem, const Configuration& configuration) {
  check_with(settings.table("island"), [&] {
    problem.check_island(configuration.island.settings());
    for (const auto& [number, island] : configuration.overrides) problem.check_island(island.settings());
  });
  check_with(settings.table("migration"), [&] { problem.check_migration(configuration.migration); });
}

bool groups_by_node(const Settings& settings) {
  const Settings migration = settings.table("migration");
  if (!migration.is_text("group")) return false;
  const std::string group = migration.text("group");
  if (group == "node") return true;
  migration.fail("group", fmt::format("group is \"{}\"; it is a number of islands, or \"node\"", group));
}

std::uint64_t islands_on_node(const std::vector<std::size_t>& nodes, std::uint64_t islands) {
  if (nodes.empty()) return islands;
  const std::size_t ranks = nodes.size();
  if (islands < ranks) islands = ranks;
  std::map<std::size_t, std::uint64_t> of;
  for (std::size_t rank = 0; rank < ranks; ++rank) of[nodes[rank]] += islands_of_rank(islands, ranks, rank);
  return std::ranges::max_element(of, {}, [](const auto& node) { return node.second; })->second;
}

/// In place of "node" the trace tells a number, which any machine can repeat.
void resolve_node_groups(const Settings& settings, const LoadRequest& request) {
  if (!groups_by_node(settings)) return;
  Settings migration = settings.table("migration");
  const Settings run = settings.table("run");
  std::uint64_t islands =
      run.has("islands") ? static_cast<std::uint64_t>(run.integer("islands", positive_range)) : 1;
  islands = islands_on_node(request.nodes, request.islands.value_or(islands));
  migration.replace("group", static_cast<double>(islands));
}

Settings settings_of(const LoadRequest& request, Files& files) {
  Settings settings = Settings::parse(files.read_configuration(request.config), request.config,
                                      Settings::Kind::configuration);
  for (const auto& [key, value] : request.overrides) settings.override(key, value);
  return settings;
}

/// Collective.
std::vector<std::size_t> nodes_of(Communicator& world) {
  std::vector<std::size_t> nodes(world.size());
  world.allgather(world.node(), std::span(nodes));
  return nodes;
}

std::string identity_text_of(const Settings& settings) {
  std::string text;
  for (const char* name : {"problem", "island", "migration"}) {
    text += fmt::format("{}\n{}\n", name, settings.table(name).to_toml());
  }
  return text;
}

/// The files' paths do not count: files that were moved are still the same.
std::string digests_of_data(const std::map<std::string, std::string>& inputs,
                            const std::filesystem::path& configuration) {
  std::vector<std::string> digests;
  for (const auto& [name, digest] : inputs) {
    if (name != configuration.string()) digests.push_back(digest);
  }
  std::ranges::sort(digests);
  return fmt::format("{}\n", joined(digests, "\n"));
}

}  // namespace

Loaded load(const LoadRequest& request, const std::vector<ProblemType>& problems, Files& files) {
  Settings settings = settings_of(request, files);
  resolve_node_groups(settings, request);
  Loaded loaded;
  const Settings table = settings.table("problem");
  const ProblemType& type = type_of(table, problems);
  const auto make = [&] {
    if (!loaded.problem) loaded.problem = type.make(table.text("type", type.name), table, files);
  };
  loaded.configuration = bind_configuration(settings, type.topologies, type.algorithms, [&] {
    make();
    return loaded.problem->fitting_algorithm();
  });
  loaded.configuration.stop.when = type.stop_when;
  make();
  settings.reject_unknown_keys();
  const Settings island = settings.table("island");
  set_ideals(island, *loaded.problem, loaded.configuration);
  check(settings, *loaded.problem, loaded.configuration);
  if (const auto rate = loaded.problem->own_gene_rate(); rate && !request.of_trace)
    island.number("gene_rate", *rate, rate_range);

  StopRule& stop = loaded.configuration.stop;
  loaded.target = stop.target ? stop.target : loaded.problem->optimum();
  stop.target = loaded.configuration.stop_at_target ? loaded.target : std::nullopt;
  loaded.text = settings.to_toml();
  if (loaded.problem->evaluates_elsewhere()) {
    const Settings effective = Settings::parse(loaded.text, "configuration", Settings::Kind::data);
    const Settings problem = effective.table("problem");
    if (problem.has("workers"))
      loaded.workers = static_cast<std::uint64_t>(problem.integer("workers", positive_range));
  }
  std::error_code error;
  loaded.file = std::filesystem::absolute(request.config, error).string();
  loaded.identity_text = identity_text_of(settings);
  return loaded;
}

Loaded load(LoadRequest request, const std::vector<ProblemType>& problems, Communicator& world) {
  Files files;
  Loaded loaded;
  const bool first = world.rank() == 0;
  bool by_node = false;
  collectively(world, [&] {
    if (!first) return;
    if (request.text) files.provide(request.config, *request.text);
    by_node = world.size() > 1 && groups_by_node(settings_of(request, files));
  });
  // Only the first rank knows whether the file is a puzzle, whose configuration has another name.
  std::string config = request.config.string();
  world.broadcast(config);
  request.config = config;
  // Only the first rank has the file, so it decides for all whether they count.
  world.broadcast(by_node);
  if (by_node) request.nodes = nodes_of(world);
  collectively(world, [&] {
    if (!first) return;
    loaded = load(request, problems, files);
    loaded.inputs = files.digests();
    loaded.identity_text += digests_of_data(loaded.inputs, request.config);
  });
  broadcast(files, world);
  collectively(world, [&] {
    if (!first) loaded = load(request, problems, files);
  });
  return loaded;
}

Digest identity_of(const Loaded& loaded, std::uint64_t seed, std::size_t islands) {
  std::string text = fmt::format("{}{} {}\n", loaded.identity_text, seed, islands);
  if (const auto& start = loaded.configuration.start)
    text += fmt::format("start {} {}\n", start->sha256, start->share);
  return digest_of(text);
}

std::string with_value(const std::string& toml, const std::string& key, const std::string& value) {
  Settings settings = Settings::parse(toml, "configuration", Settings::Kind::configuration);
  settings.override(key, value);
  return settings.to_toml();
}

namespace {

/// Null for a configuration. Throws UsageError for a file that is neither.
const ProblemType* type_of_puzzle(const std::filesystem::path& file, const std::vector<ProblemType>& problems,
                                  Files& files) {
  const std::string& text = files.read_configuration(file);
  try {
    const Settings settings = Settings::parse(text, file, Settings::Kind::configuration);
    const auto is_of = [&](const ProblemType& type) { return type.is_puzzle && type.is_puzzle(settings); };
    const auto found = settings.has("problem") ? problems.end() : std::ranges::find_if(problems, is_of);
    return found == problems.end() ? nullptr : &*found;
  } catch (const UsageError& error) {
    std::string faults;
    for (const ProblemType& type : problems) {
      if (!type.read_puzzle || file.extension() == ".toml") continue;
      try {
        type.read_puzzle(text, file.string());
        return &type;
      } catch (const DataError& fault) {
        faults += fmt::format("; as a puzzle of {}: {}", type.name, fault.what());
      }
    }
    if (faults.empty()) throw;
    throw UsageError(error.what() + faults);
  }
}

/// The configuration needs a name of its own, as the puzzle is read, too, by a path relative to it.
std::filesystem::path name_of_configuration(const std::filesystem::path& puzzle) {
  return puzzle.string() + " as a configuration";
}

}  // namespace

LoadRequest puzzle_request(const ConfigurationArguments& arguments, const Program& program, Files& files) {
  LoadRequest request = load_request(arguments);
  const std::filesystem::path file = arguments.file;
  if (const ProblemType* type = type_of_puzzle(file, program.problems(), files)) {
    request.config = name_of_configuration(file);
    files.provide(request.config,
                  fmt::format("[problem]\ntype = {}\ninstance = {}\n", toml_string(type->name),
                              toml_string(file.filename().string())));
  }
  return request;
}

LoadRequest run_request(const ConfigurationArguments& arguments, const Program& program) {
  LoadRequest request = load_request(arguments);
  const std::filesystem::path file = arguments.file;
  Files files;
  const ProblemType* type = type_of_puzzle(file, program.problems(), files);
  if (type == nullptr) {
    request.text = files.read_configuration(file);
    return request;
  }
  const std::filesystem::path settings = shipped(type->puzzle_configuration);
  if (settings.empty()) {
    throw UsageError(
        fmt::format("{} is a puzzle of {}, and neither a source tree nor an installation with {} "
                    "is beside this program; name a configuration whose problem.instance it is",
                    file.string(), type->name, type->puzzle_configuration));
  }
  request.text = with_value(files.read_configuration(settings), "problem.instance",
                            toml_string(file.filename().string()));
  request.config = name_of_configuration(file);
  return request;
}

void declare_configuration(CommandLine& line, ConfigurationArguments& arguments, const std::string& meaning) {
  line.argument("CONFIG", &arguments.file, meaning);
  declare_settings(line, arguments.settings, "Another value for a key of the file");
}

void declare_settings(CommandLine& line, std::vector<std::string>& settings, const std::string& meaning) {
  line.option("--set", &settings, meaning + ": TABLE.KEY=VALUE", {.value = "KEY=VALUE"});
}

void declare_seed(CommandLine& line, std::optional<std::uint64_t>& seed) {
  line.option("--seed", &seed, "Seed of all random numbers (run.seed; default 1)", {.value = "N"});
}

std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings) {
  std::vector<LoadRequest::Override> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals + 1 == setting.size()) {
      throw UsageError(fmt::format("--set {} has no value; it is --set TABLE.KEY=VALUE", setting));
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

LoadRequest load_request(const ConfigurationArguments& arguments) {
  LoadRequest request{.config = arguments.file, .overrides = parse_overrides(arguments.settings)};
  if (arguments.seed) request.overrides.push_back({"run.seed", std::to_string(*arguments.seed)});
  return request;
}

std::optional<std::uint64_t> load_type(const ConfigurationArguments& arguments, const Program& program,
                                       std::string_view type, MakeProblem make, std::string& found) {
  std::vector<ProblemType> problems = program.problems();
  const auto own = std::ranges::find(problems, type, &ProblemType::name);
  if (own != problems.end()) own->make = std::move(make);
  Files files;
  const Loaded loaded = load(puzzle_request(arguments, program, files), problems, files);
  found = loaded.problem->name();
  if (found != type) return std::nullopt;
  return loaded.configuration.seed;
}

}  // namespace skerry
