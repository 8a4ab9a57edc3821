#include "app/experiment/survey.hpp"

#include "skerry/app/files.hpp"
#include "skerry/error.hpp"

#include "app/start/starting.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

Loaded load_variant(const Variant& variant, const std::vector<ProblemType>& problems) {
  Files files;
  Loaded loaded = load({.config = variant.config, .overrides = variant.settings, .islands = variant.islands},
                       problems, files);
  loaded.inputs = files.digests();
  if (!variant.task) identify_start(loaded);
  if (!variant.task && !loaded.configuration.trace) {
    throw UsageError(
        fmt::format("variant {}: trace.enabled is false; the runs of an experiment leave traces ({})",
                    variant.name, variant.config.string()));
  }
  return loaded;
}

/// Returns the label of an instance: "type1" for instance = "../instances/type1.toml", else the type of the
/// problem.
std::string instance_of(const Loaded& loaded) {
  const Settings settings = Settings::parse(loaded.text, loaded.file, Settings::Kind::configuration);
  const Settings problem = settings.table("problem");
  for (const auto& value : problem.values()) {
    if (value.key == "instance") return fs::path(problem.text("instance")).stem().string();
  }
  return loaded.problem->name();
}

/// A table that exists is finished, since it takes its name when it is whole.
RunStatus status_of_table(const fs::path& file, const TableTask& task) {
  std::ifstream stream(file);
  if (!stream) return is_busy(file) ? RunStatus::busy : RunStatus::missing;
  std::uint64_t lines = 0;
  constexpr auto all = std::numeric_limits<std::streamsize>::max();
  while (stream.ignore(all, '\n') && !stream.eof()) ++lines;
  if (lines == task.rows + 1) return RunStatus::finished;
  throw UsageError(
      fmt::format("{} has {} {}, and this experiment makes {}; --force begins anew, --output "
                  "names another folder",
                  file.string(), lines == 0 ? 0 : lines - 1, task.row_name, task.rows));
}

}  // namespace

std::size_t Survey::count(RunStatus status) const {
  return static_cast<std::size_t>(std::ranges::count(runs, status, &PlannedRun::status));
}

std::vector<PendingRuns> Survey::pending(const ExperimentDescription& experiment, bool threads) const {
  std::vector<PendingRuns> pending;
  for (const Variant& variant : experiment.variants) {
    pending.push_back(
        {.seeds = {}, .cores = threads ? 1 : variant.islands, .single = variant.task.has_value()});
  }
  for (const auto& [variant, seed, status] : runs) {
    if (status == RunStatus::missing || status == RunStatus::unfinished)
      pending[variant].seeds.push_back(seed);
  }
  return pending;
}

Survey survey(ExperimentDescription& experiment, const fs::path& folder, Part part, bool force,
              const std::vector<ProblemType>& problems) {
  Survey found;
  std::uint64_t number = 0;
  for (std::size_t v = 0; v < experiment.variants.size(); ++v) {
    Variant& variant = experiment.variants[v];
    const Loaded loaded = load_variant(variant, problems);
    if (variant.instance.empty()) variant.instance = instance_of(loaded);
    for (std::uint64_t i = 0; i < experiment.seeds; ++i) {
      if (number++ % part.parts != part.number - 1) continue;
      PlannedRun run{.variant = v, .seed = experiment.first_seed + i};
      const fs::path file = folder / variant.file_of(run.seed);
      try {
        if (!force) {
          run.status = variant.task ? status_of_table(file, variant.task->call)
                                    : run_status_of(file, loaded, run.seed, variant.islands);
        }
      } catch (const DataError& error) {
        found.unreadable.push_back({.run = fmt::format("{}, seed {}", variant.name, run.seed),
                                    .why = error.what(),
                                    .variant = v,
                                    .seed = run.seed});
        continue;
      }
      found.runs.push_back(run);
    }
  }
  return found;
}

}  // namespace skerry
