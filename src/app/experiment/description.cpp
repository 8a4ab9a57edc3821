#include "app/experiment/description.hpp"

#include "skerry/app/files.hpp"
#include "skerry/error.hpp"

#include "app/experiment/grid.hpp"

#include <algorithm>
#include <map>
#include <system_error>

#include <fmt/format.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t most_runs = 1'000'000;
constexpr Range<std::int64_t> seed_counts{1, most_runs};

/// As a part of a file's name that no shell takes for anything else.
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

std::vector<LoadRequest::Override> settings_of(const Settings& table) {
  std::vector<LoadRequest::Override> settings;
  for (auto& value : table.table("set").values()) settings.push_back({value.key, value.text});
  return settings;
}

/// Figures as they were published: numbers, or texts where a number would say too much.
nlohmann::ordered_json figures_of(const Settings& table) {
  auto figures = nlohmann::ordered_json::object();
  for (const auto& [key, text, items] : table.values()) {
    auto value = nlohmann::ordered_json::parse(text, nullptr, false);
    if (!value.is_number() && !value.is_string()) {
      table.fail(key, fmt::format("{} is {}; a published figure is a number or a text", key, text));
    }
    figures[key] = std::move(value);
  }
  return figures;
}

/// A [[variant]] without the grid.
Variant read_variant(const Settings& table, const ExperimentDescription& experiment, std::uint64_t islands) {
  Variant variant;
  variant.config = table.path("config").lexically_normal();
  variant.name = table.text("name", variant.config.stem().string());
  variant.instance = table.text("instance", "");
  variant.label = table.text("label", "");
  variant.islands = count(table, "islands", islands);
  variant.settings = settings_of(table);
  if (table.has("construct")) {
    const Settings construct = table.table("construct");
    variant.construct.emplace();
    variant.construct->attempts = static_cast<std::uint64_t>(construct.integer("attempts", positive_range));
    variant.construct->guided = construct.flag("guided", true);
    variant.islands = 1;
  }
  variant.published = figures_of(table.table("published"));
  if (variant.name.empty()) table.fail("name", fmt::format("a variant of {} has no name", experiment.name));
  return variant;
}

std::vector<Variant> read_variants(const Settings& settings, const ExperimentDescription& experiment) {
  const std::uint64_t islands = count(settings, "islands", 1);
  std::vector<Variant> variants;
  for (const std::string& config : settings.texts("configs")) {
    Variant variant;
    variant.config = (experiment.file.parent_path() / config).lexically_normal();
    variant.name = variant.config.stem().string();
    variant.islands = islands;
    variant.published = nlohmann::ordered_json::object();
    variants.push_back(std::move(variant));
  }
  for (const Settings& table : settings.tables("variant")) {
    variants.push_back(read_variant(table, experiment, islands));
  }
  if (variants.empty()) {
    settings.fail({},
                  "the experiment has nothing to run; it names configurations: configs = [\"a.toml\"], or a "
                  "[[variant]] with its config");
  }
  return variants;
}

Variant at(const GridPoint& point, const Variant& base, const std::vector<LoadRequest::Override>& common) {
  Variant variant = base;
  if (!point.name.empty()) {
    variant.name += "-" + point.name;
    variant.label += (variant.label.empty() ? "" : ", ") + file_name(point.name);
  }
  variant.name = file_name(variant.name);
  if (variant.label.empty()) variant.label = variant.name;
  if (point.islands && !variant.construct) variant.islands = *point.islands;
  variant.settings = common;
  for (const auto* more : {&base.settings, &point.settings}) {
    variant.settings.insert(variant.settings.end(), more->begin(), more->end());
  }
  return variant;
}

void check_names(const Settings& settings, const std::vector<Variant>& variants) {
  std::map<std::string, int> seen;
  for (const Variant& variant : variants) {
    if (seen[variant.name]++ > 0) {
      settings.fail({},
                    fmt::format("two variants are called {}, and so would be their traces; give each a name",
                                variant.name));
    }
  }
}

nlohmann::ordered_json read_published(const Settings& settings, const std::vector<Variant>& variants) {
  auto list = nlohmann::ordered_json::array();
  for (const Settings& table : settings.tables("published")) {
    const std::vector<std::string> about = table.texts("variants");
    if (about.empty()) {
      table.fail("variants", "a [[published]] figure names its variants: variants = [\"a\", \"b\"]");
    }
    std::vector<std::string> names;
    for (const Variant& variant : variants) names.push_back(variant.name);
    for (const std::string& name : about) {
      if (std::ranges::find(names, name) != names.end()) continue;
      const auto near = nearest_name(name, names);
      table.fail("variants", fmt::format("there is no variant \"{}\"{}", name,
                                         near ? fmt::format("; did you mean \"{}\"?", *near) : ""));
    }
    list.push_back({{"what", table.text("what")},
                    {"published", table.text("published")},
                    {"figure", table.text("figure")},
                    {"variants", about}});
  }
  return list;
}

}  // namespace

fs::path Variant::file_of(std::uint64_t seed) const {
  return fmt::format("{}-{}.{}", name, seed, construct ? "csv" : "h5");
}

ExperimentDescription read_experiment(const fs::path& file, Files& files) {
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
  experiment.seeds = count(settings, "seeds", 1, seed_counts);
  const auto common = settings_of(settings);
  const auto points = grid_points(settings.table("grid"));
  const std::vector<Variant> bases = read_variants(settings, experiment);
  if (const auto runs = bases.size() * points.size() * experiment.seeds; runs > most_runs) {
    settings.fail({}, fmt::format("the experiment has {} runs; {} at most", runs, most_runs));
  }
  for (const Variant& base : bases) {
    for (const GridPoint& point : points) experiment.variants.push_back(at(point, base, common));
  }
  check_names(settings, experiment.variants);
  experiment.published = read_published(settings, experiment.variants);
  settings.reject_unknown_keys();
  return experiment;
}

}  // namespace skerry
