// The input is an experiment (its published figures are in "figures.csv"), a line "----", then these figures.
#include "skerry/app/settings.hpp"

#include "app/experiment/description.hpp"
#include "app/experiment/place.hpp"
#include "fuzz.hpp"

#include <algorithm>
#include <set>

namespace skerry::fuzz::of_experiment {
namespace {

bool safe_in_a_shell(const std::string& name) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._=+-").find(c) != std::string_view::npos;
  };
  return !name.empty() && std::ranges::all_of(name, plain);
}

void check(const ExperimentDescription& experiment) {
  require(!experiment.variants.empty(), "an experiment without variants");
  require(experiment.seeds > 0, "an experiment without seeds");
  std::set<std::string> names;
  for (const Variant& variant : experiment.variants) {
    require(safe_in_a_shell(variant.name), "a variant's name that a shell may take for something else");
    require(names.insert(variant.name).second, "two variants of one name");
    require(!variant.label.empty() && variant.islands > 0, "a variant without a label or islands");
  }
}

void run(std::string_view input) {
  const std::string text(take_part(input));
  Files files;
  files.replace({{"/lab/experiment.toml", text}, {"/lab/figures.csv", std::string(input)}});
  accepted([&] {
    const ExperimentDescription experiment = read_experiment("/lab/experiment.toml", files, {});
    check(experiment);
    if (experiment.seeds * experiment.variants.size() > 1000) return;  // its manifest would take too long
    const auto manifest = manifest_of(experiment);
    const auto read = nlohmann::ordered_json::parse(
        manifest.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), nullptr, false);
    require(read == manifest, "a manifest that is read as another");
  });
}

}  // namespace

const Target target("experiment", run);

}  // namespace skerry::fuzz::of_experiment
