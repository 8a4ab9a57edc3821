#include "app/experiment/manifest.hpp"

#include "app/terminal/output_file.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace skerry {
namespace fs = std::filesystem;
namespace {

nlohmann::ordered_json variant_json(const Variant& variant, const ExperimentDescription& experiment) {
  nlohmann::ordered_json json = {{"name", variant.name},
                                 {"instance", variant.instance},
                                 {"label", variant.label},
                                 {"config", variant.config.string()},
                                 {"islands", variant.islands}};
  if (variant.baseline) json["baseline"] = true;
  auto& settings = json["settings"] = nlohmann::ordered_json::object();
  for (const auto& [key, value] : variant.settings) settings[key] = value;
  if (variant.task) json[variant.task->command] = variant.task->asked;
  auto& runs = json["runs"] = nlohmann::ordered_json::array();
  for (std::uint64_t i = 0; i < experiment.seeds; ++i) {
    runs.push_back(variant.file_of(experiment.first_seed + i).string());
  }
  json["published"] = variant.published;
  return json;
}

}  // namespace

nlohmann::ordered_json manifest_of(const ExperimentDescription& experiment) {
  nlohmann::ordered_json json = {{"format", "skerry-experiment"},
                                 {"version", 1},
                                 {"name", experiment.name},
                                 {"title", experiment.title},
                                 {"source", experiment.source},
                                 {"file", experiment.file.string()},
                                 {"seeds", {{"first", experiment.first_seed}, {"count", experiment.seeds}}}};
  auto& variants = json["variants"] = nlohmann::ordered_json::array();
  for (const Variant& variant : experiment.variants) variants.push_back(variant_json(variant, experiment));
  json["published"] = experiment.claims;
  return json;
}

void write_manifest(const ExperimentDescription& experiment, const fs::path& folder) {
  const fs::path file = folder / "experiment.json";
  const std::string text =
      manifest_of(experiment).dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  // Each part of an experiment that runs as a job of its own writes this file.
  replace_file(file, text);
}

}  // namespace skerry
