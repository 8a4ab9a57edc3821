#include "app/experiment/description.hpp"

#include "app/experiment/published.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t most_runs = 1'000'000;
constexpr Range<std::int64_t> seed_counts{1, most_runs};

/// No shell sees a special character in the result.
std::string file_name(std::string_view text) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._=+-";
  std::string name;
  for (const char c : text) {
    if (c == '"') continue;
    name += plain.find(c) != std::string_view::npos ? c : '_';
  }
  return name;
}

std::uint64_t count(const Settings& table, const char* key, std::uint64_t fallback,
                    Range<std::int64_t> range = positive_range) {
  return static_cast<std::uint64_t>(table.integer(key, static_cast<std::int64_t>(fallback), range));
}

/// Refuses the keys of files of version 0.1.
void refuse_old_keys(const Settings& settings) {
  if (settings.has("variant")) {
    settings.fail(
        "variant",
        "variant is called variants now; what they are run on stands in instances, and figures that "
        "were published in a table of their own (docs/experiments.md)");
  }
  if (settings.has("published") && !settings.is_text("published")) {
    settings.fail("published",
                  "published is the path of a CSV table of figures; a list of figures with what they say is "
                  "called claims (docs/experiments.md)");
  }
}

Pairing at(const GridPoint& point, Pairing pairing) {
  Variant& variant = pairing.made;
  if (!point.name.empty()) {
    pairing.variant += (pairing.variant.empty() ? "" : "-") + point.name;
    variant.name += (variant.name.empty() ? "" : "-") + point.name;
    variant.label += (variant.label.empty() ? "" : ", ") + file_name(point.name);
  }
  variant.name = file_name(variant.name);
  if (variant.label.empty()) variant.label = variant.name;
  if (point.islands && !variant.task) variant.islands = *point.islands;
  variant.settings.insert(variant.settings.end(), point.settings.begin(), point.settings.end());
  return pairing;
}

void check_names(const Settings& settings, const std::vector<Pairing>& pairings) {
  std::set<std::string_view> seen;
  for (const Pairing& pairing : pairings) {
    const std::string& name = pairing.made.name;
    if (name.empty()) settings.fail({}, fmt::format("a variant of {} has no name", settings.file().string()));
    if (!seen.insert(name).second) {
      settings.fail(
          {},
          fmt::format("two variants are called {}, and so would be their traces; give each a name", name));
    }
  }
}

void mark_baseline(const Settings& settings, std::vector<Pairing>& pairings) {
  if (!settings.has("baseline")) return;
  const std::string baseline = settings.text("baseline");
  std::vector<std::string> names;
  bool found = false;
  for (Pairing& pairing : pairings) {
    pairing.made.baseline = pairing.variant == baseline;
    found = found || pairing.made.baseline;
    names.push_back(pairing.variant);
  }
  if (found) return;
  const std::string wrong = complaint("variant", baseline, names);
  settings.fail("baseline", wrong.empty() ? "baseline is the name of one variant, without a *" : wrong);
}

constexpr std::size_t most_points = 100'000;
constexpr std::string_view islands_key = "islands";

std::string last_part(const std::string& key) {
  return key.substr(key.rfind('.') + 1);
}

/// Returns the short name of each key: its last part, if no other key ends with that.
std::vector<std::string> short_names(const std::vector<Settings::Value>& axes) {
  std::multiset<std::string> ends;
  for (const auto& axis : axes) ends.insert(last_part(axis.key));
  std::vector<std::string> names;
  for (const auto& axis : axes) {
    const std::string end = last_part(axis.key);
    names.push_back(ends.count(end) > 1 ? axis.key : end);
  }
  return names;
}

std::uint64_t island_count(const Settings& table, const std::string& text) {
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count == 0) {
    table.fail(islands_key, fmt::format("islands has {}; numbers of islands are whole, from 1 up", text));
  }
  return count;
}

void check(const Settings& table, const std::vector<Settings::Value>& axes) {
  std::size_t points = 1;
  for (const auto& axis : axes) {
    const std::string top = axis.key.substr(0, axis.key.find('.'));
    if (axis.items.empty()) {
      table.fail(top, fmt::format("{} is {}; in [grid] it is a list of values", axis.key, axis.text));
    }
    if (std::set<std::string>(axis.items.begin(), axis.items.end()).size() != axis.items.size()) {
      table.fail(top, fmt::format("{} is {}, the same value twice", axis.key, axis.text));
    }
    points *= axis.items.size();
    if (points > most_points) table.fail({}, fmt::format("the grid has more than {} points", most_points));
  }
}

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

/// A file without instances has one without a name.
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

/// Returns none if the variant names no command in place of `run`.
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

/// Returns a pattern that matches everything if the exception has none.
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

/// Refuses overrides that would do nothing, or make all points of the grid the same under different names.
void check_overrides(const Settings& experiment, const Values& overrides) {
  const std::vector<Settings::Value> axes = experiment.table("grid").values();
  for (const auto& [key, value] : overrides) {
    if (key == "run.islands" || key == "run.seed" || key == "run.output") {
      throw UsageError(fmt::format(
          "--set {}: the experiment decides this itself, by its keys islands, seeds and output", key));
    }
    if (std::ranges::find(axes, key, &Settings::Value::key) != axes.end()) {
      throw UsageError(
          fmt::format("--set {}: the grid of {} has several values of it", key, experiment.file().string()));
    }
  }
}

void choose(ExperimentDescription& experiment, const std::vector<std::string>& patterns) {
  if (patterns.empty()) return;
  std::vector<std::string> names;
  for (const Variant& variant : experiment.variants) names.push_back(variant.name);
  for (const std::string& pattern : patterns) {
    if (const std::string wrong = complaint("variant", pattern, names); !wrong.empty())
      throw UsageError("--variants: " + wrong);
  }
  for (Variant& variant : experiment.variants) variant.chosen = matches_any(patterns, variant.name);
}

}  // namespace

fs::path Variant::file_of(std::uint64_t seed) const {
  return fmt::format("{}-{}.{}", name, seed, task ? "csv" : "h5");
}

ExperimentDescription read_experiment(const fs::path& file, Files& files,
                                      const std::vector<Command>& commands,
                                      const ExperimentChanges& changes) {
  ExperimentDescription experiment;
  std::error_code error;
  experiment.file = fs::absolute(file, error).lexically_normal();
  const Settings settings =
      Settings::parse(files.read_configuration(file), experiment.file, Settings::Kind::configuration);
  experiment.name = file_name(settings.text("name", file.stem().string()));
  experiment.title = settings.text("title", experiment.name);
  experiment.source = settings.text("source", "");
  experiment.output = settings.path("output", fs::path("results") / experiment.name);
  experiment.first_seed = count(settings, "first_seed", 1, count_range);
  experiment.seeds = changes.seeds.value_or(count(settings, "seeds", 1, seed_counts));
  refuse_old_keys(settings);
  const auto points = grid_points(settings.table("grid"));
  check_overrides(settings, changes.settings);
  std::vector<Pairing> pairings = cross(settings, commands);
  add_published(settings, files, pairings);
  if (const auto runs = pairings.size() * points.size() * experiment.seeds; runs > most_runs) {
    settings.fail({}, fmt::format("the experiment has {} runs; {} at most", runs, most_runs));
  }
  std::vector<Pairing> all;
  all.reserve(pairings.size() * points.size());
  for (const Pairing& pairing : pairings) {
    for (const GridPoint& point : points) {
      all.push_back(at(point, pairing));
      set(all.back().made.settings, changes.settings);
    }
  }
  check_names(settings, all);
  mark_baseline(settings, all);
  experiment.claims = read_claims(settings, all);
  for (Pairing& pairing : all) experiment.variants.push_back(std::move(pairing.made));
  choose(experiment, changes.chosen);
  settings.reject_unknown_keys();
  return experiment;
}

std::vector<GridPoint> grid_points(const Settings& table) {
  const std::vector<Settings::Value> axes = table.values();
  check(table, axes);
  const std::vector<std::string> names = short_names(axes);
  std::vector<GridPoint> points(1);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const auto& [key, text, items] = axes[axis];
    std::vector<GridPoint> finer;
    finer.reserve(points.size() * items.size());
    for (const GridPoint& point : points) {
      for (const std::string& item : items) {
        GridPoint next = point;
        next.name += fmt::format("{}{}={}", point.name.empty() ? "" : "-", names[axis], item);
        if (key == islands_key) {
          next.islands = island_count(table, item);
        } else {
          next.settings.push_back({key, item});
        }
        finer.push_back(std::move(next));
      }
    }
    points = std::move(finer);
  }
  return points;
}

bool matches(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  std::size_t star = std::string_view::npos;  // the last * met in the pattern
  std::size_t after_star = 0;
  std::size_t i = 0;
  while (i < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      after_star = i;
    } else if (at < pattern.size() && pattern[at] == name[i]) {
      ++at;
      ++i;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++after_star;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches(pattern, name); });
}

std::string complaint(std::string_view kind, const std::string& pattern,
                      const std::vector<std::string>& names) {
  if (std::ranges::any_of(names, [&](const std::string& name) { return matches(pattern, name); })) return {};
  const auto near = nearest_name(pattern, names);
  return fmt::format("there is no {} \"{}\"{}", kind, pattern,
                     near ? fmt::format("; did you mean \"{}\"?", *near) : "");
}

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
