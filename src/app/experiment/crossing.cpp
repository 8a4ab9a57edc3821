#include "app/experiment/crossing.hpp"

#include "app/experiment/name_pattern.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

using Values = std::vector<LoadRequest::Override>;

constexpr std::size_t most_pairs = 100'000;
constexpr std::string_view placeholder = "{instance}";

struct Instance {
  std::string name;
  std::string label;
  Values values;
};

Values values_of(const Settings& table) {
  Values values;
  for (auto& value : table.table("set").values()) values.push_back({value.key, value.text});
  return values;
}

void set(Values& values, const Values& more) {
  for (const auto& value : more) {
    const auto there = std::ranges::find(values, value.key, &LoadRequest::Override::key);
    if (there == values.end()) {
      values.push_back(value);
    } else {
      there->value = value.value;
    }
  }
}

std::uint64_t islands_of(const Settings& table, std::uint64_t fallback) {
  return static_cast<std::uint64_t>(
      table.integer("islands", static_cast<std::int64_t>(fallback), positive_range));
}

/// Reads the instances; where the file has none, there is one without a name.
std::vector<Instance> read_instances(const Settings& experiment) {
  std::vector<Instance> instances;
  for (const Settings& table : experiment.tables("instances")) {
    const std::string name = table.text("name");
    if (name.empty()) table.fail("name", "name is empty; traces are named after their instance");
    instances.push_back({.name = name, .label = table.text("label", name), .values = values_of(table)});
  }
  if (instances.empty()) instances.emplace_back();
  return instances;
}

/// The name of the pairing is that of its configuration, unless the instances tell the traces apart.
Pairing pairing_of(const fs::path& config, std::uint64_t islands, bool named) {
  Pairing pairing;
  pairing.made.config = config;
  pairing.made.islands = islands;
  if (named) pairing.variant = pairing.made.name = config.stem().string();
  return pairing;
}

nlohmann::ordered_json json_of(const Settings& table) {
  auto object = nlohmann::ordered_json::object();
  for (const auto& value : table.values()) {
    auto parsed = nlohmann::ordered_json::parse(value.text, nullptr, false);
    object[value.key] = parsed.is_discarded() ? nlohmann::ordered_json(value.text) : std::move(parsed);
  }
  return object;
}

/// Returns the command that the variant runs in place of `run`, where it names one.
std::optional<VariantTask> read_task(const Settings& variant, const std::vector<Command>& commands) {
  for (const Command& command : commands) {
    if (!command.task || !variant.has(command.path)) continue;
    const Settings table = variant.table(command.path);
    return VariantTask{.command = command.path, .asked = json_of(table), .call = command.task(table)};
  }
  return std::nullopt;
}

Pairing read_variant(const Settings& table, const Settings& experiment, const std::vector<Command>& commands,
                     std::uint64_t islands, bool named) {
  const Settings& origin = table.has("config") || !experiment.has("config") ? table : experiment;
  Pairing pairing = pairing_of(origin.path("config").lexically_normal(), islands_of(table, islands), named);
  Variant& variant = pairing.made;
  variant.label = table.text("label", table.text("name", ""));
  variant.name = table.text("name", variant.name);
  pairing.variant = variant.name.empty() ? variant.label : variant.name;
  variant.settings = values_of(table);
  variant.task = read_task(table, commands);
  if (variant.task) variant.islands = 1;
  return pairing;
}

/// Reads the variants, not yet paired with an instance.
std::vector<Pairing> read_variants(const Settings& experiment, const std::vector<Command>& commands,
                                   bool named) {
  const std::uint64_t islands = islands_of(experiment, 1);
  std::vector<Pairing> variants;
  for (const std::string& config : experiment.texts("configs")) {
    const fs::path path = (experiment.file().parent_path() / config).lexically_normal();
    variants.push_back(pairing_of(path, islands, true));
  }
  const std::vector<Settings> tables = experiment.tables("variants");
  for (const Settings& table : tables) {
    variants.push_back(read_variant(table, experiment, commands, islands, named));
  }
  if (tables.empty() && experiment.has("config")) {
    if (!variants.empty()) {
      experiment.fail("config",
                      "config is of variants that name none, and there is no such variant beside configs");
    }
    variants.push_back(pairing_of(experiment.path("config").lexically_normal(), islands, named));
  }
  if (variants.empty()) {
    experiment.fail(
        {},
        "the experiment has nothing to run; it names a configuration: config = \"a.toml\", several: "
        "configs = [\"a.toml\", \"b.toml\"], or variants, each with its config");
  }
  return variants;
}

void name_the_instance(Variant& variant, const Instance& instance, const Settings& experiment) {
  std::string config = variant.config.string();
  for (auto at = config.find(placeholder); at != std::string::npos;
       at = config.find(placeholder, at + instance.name.size())) {
    if (instance.name.empty()) {
      experiment.fail({}, fmt::format("the configuration {} has {} in it, and the experiment no instances",
                                      config, placeholder));
    }
    config.replace(at, placeholder.size(), instance.name);
  }
  variant.config = fs::path(config);
  variant.instance = instance.label;
  if (instance.name.empty()) return;
  variant.name = variant.name.empty() ? instance.name : fmt::format("{}-{}", instance.name, variant.name);
}

/// Returns the patterns of an exception, or one that matches everything where it has none.
std::vector<std::string> patterns(const Settings& table, const char* key, std::string_view kind,
                                  const std::vector<std::string>& names) {
  if (!table.has(key)) return {"*"};
  std::vector<std::string> patterns = table.texts(key);
  for (const std::string& pattern : patterns) {
    if (const std::string wrong = complaint(kind, pattern, names); !wrong.empty()) table.fail(key, wrong);
  }
  return patterns;
}

struct CrossedNames {
  std::vector<std::string> instances;
  std::vector<std::string> variants;
};

void apply_exception(const Settings& table, const CrossedNames& names, std::vector<Pairing>& pairings) {
  const auto instances = patterns(table, "instances", "instance", names.instances);
  const auto variants = patterns(table, "variants", "variant", names.variants);
  const auto excepted = [&](const Pairing& pairing) {
    return matches_any(instances, pairing.instance) && matches_any(variants, pairing.variant);
  };
  if (table.flag("leave_out", false)) {
    std::erase_if(pairings, excepted);
    return;
  }
  const Values values = values_of(table);
  const std::vector<std::string> unset = table.texts("unset");
  if (values.empty() && unset.empty() && !table.has("islands")) {
    table.fail({}, "an exception needs one of these keys: set, unset, islands or leave_out = true");
  }
  std::vector<std::string> absent = unset;
  for (Pairing& pairing : pairings) {
    if (!excepted(pairing)) continue;
    for (const std::string& key : unset) {
      const auto is_key = [&](const auto& value) { return value.key == key; };
      if (std::erase_if(pairing.made.settings, is_key) > 0) std::erase(absent, key);
    }
    set(pairing.made.settings, values);
    if (!pairing.made.task) pairing.made.islands = islands_of(table, pairing.made.islands);
  }
  if (!absent.empty()) {
    table.fail("unset", fmt::format("unset names {}, which is set nowhere here", absent.front()));
  }
}

}  // namespace

std::vector<Pairing> cross(const Settings& experiment, const std::vector<Command>& commands) {
  const std::vector<Instance> instances = read_instances(experiment);
  const std::vector<Pairing> variants = read_variants(experiment, commands, instances.front().name.empty());
  if (instances.size() * variants.size() > most_pairs) {
    experiment.fail({},
                    fmt::format("the experiment has more than {} pairs of instance and variant", most_pairs));
  }
  const Values common = values_of(experiment);
  CrossedNames names;
  for (const Instance& instance : instances) names.instances.push_back(instance.name);
  for (const Pairing& variant : variants) names.variants.push_back(variant.variant);
  std::vector<Pairing> pairings;
  pairings.reserve(instances.size() * variants.size());
  for (const Instance& instance : instances) {
    for (const Pairing& variant : variants) {
      Pairing& pairing = pairings.emplace_back(variant);
      pairing.instance = instance.name;
      pairing.made.settings = common;
      set(pairing.made.settings, instance.values);
      set(pairing.made.settings, variant.made.settings);
      name_the_instance(pairing.made, instance, experiment);
    }
  }
  for (const Settings& table : experiment.tables("exceptions")) apply_exception(table, names, pairings);
  if (pairings.empty()) experiment.fail("exceptions", "the exceptions leave out all that there is to run");
  return pairings;
}

}  // namespace skerry
