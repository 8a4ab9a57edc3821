#include "app/experiment/description.hpp"

#include "skerry/app/files.hpp"
#include "skerry/error.hpp"

#include "app/experiment/crossing.hpp"
#include "app/experiment/grid.hpp"
#include "app/experiment/name_pattern.hpp"
#include "app/experiment/published.hpp"

#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t most_runs = 1'000'000;
constexpr Range<std::int64_t> seed_counts{1, most_runs};

/// Returns the text as a part of a file's name in which no shell sees a special character.
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

/// Marks the variant, on each instance, with which the analysis compares the others.
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

}  // namespace

fs::path Variant::file_of(std::uint64_t seed) const {
  return fmt::format("{}-{}.{}", name, seed, task ? "csv" : "h5");
}

ExperimentDescription read_experiment(const fs::path& file, Files& files,
                                      const std::vector<Command>& commands) {
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
  refuse_old_keys(settings);
  const auto points = grid_points(settings.table("grid"));
  std::vector<Pairing> pairings = cross(settings, commands);
  add_published(settings, files, pairings);
  if (const auto runs = pairings.size() * points.size() * experiment.seeds; runs > most_runs) {
    settings.fail({}, fmt::format("the experiment has {} runs; {} at most", runs, most_runs));
  }
  std::vector<Pairing> all;
  all.reserve(pairings.size() * points.size());
  for (const Pairing& pairing : pairings) {
    for (const GridPoint& point : points) all.push_back(at(point, pairing));
  }
  check_names(settings, all);
  mark_baseline(settings, all);
  experiment.claims = read_claims(settings, all);
  for (Pairing& pairing : all) experiment.variants.push_back(std::move(pairing.made));
  settings.reject_unknown_keys();
  return experiment;
}

}  // namespace skerry
