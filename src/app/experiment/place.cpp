#include "app/experiment/place.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/island_threads.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <sstream>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;

namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Returns 0 if the text is not a number.
std::uint64_t number(const std::string& text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

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

bool inside_a_job() {
  return !variable("SLURM_JOB_ID").empty();
}

bool on_several_nodes() {
  return inside_a_job() && number(variable("SLURM_JOB_NUM_NODES")) > 1;
}

std::uint64_t cores_here() {
  if (inside_a_job()) {
    if (on_several_nodes()) return 1;
    const std::uint64_t tasks = number(variable("SLURM_NTASKS"));
    const std::uint64_t cores_of_task = number(variable("SLURM_CPUS_PER_TASK"));
    if (tasks > 0 || cores_of_task > 0)
      return std::max<std::uint64_t>(tasks, 1) * std::max<std::uint64_t>(cores_of_task, 1);
  }
  return cores().here;
}

std::vector<std::string> launcher(const std::string& wanted) {
  std::string text = wanted.empty() ? variable("SKERRY_LAUNCHER") : wanted;
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  if (words.empty() && on_several_nodes()) words.emplace_back("mpirun");
  if (!words.empty() && words.front().find('/') != std::string::npos)
    words.front() = std::filesystem::absolute(words.front());
  return words;
}

double grace_s() {
  const std::string text = variable("SKERRY_GRACE_S");
  if (text.empty()) return 60;
  if (number(text) == 0) {
    throw UsageError(
        fmt::format("SKERRY_GRACE_S is \"{}\" in the environment; it is a whole number of seconds", text));
  }
  return static_cast<double>(number(text));
}

void prepare_environment() {
  ::setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 0);
  ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
}

void separate_next_run() {
  static std::uint64_t runs = 0;
  std::string base = variable("OMPI_MCA_orte_tmpdir_base");
  if (base.empty()) base = variable("TMPDIR");
  if (base.empty()) base = "/tmp";
  ::setenv("OMPI_MCA_orte_top_session_dir", fmt::format("{}/ompi.{}.{}", base, ::getpid(), ++runs).c_str(),
           1);
}

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

std::size_t Survey::count(RunStatus status) const {
  return static_cast<std::size_t>(std::ranges::count(runs, status, &PlannedRun::status));
}

std::string Survey::names_of_other_build(const ExperimentDescription& experiment) const {
  constexpr std::size_t most = 10;
  std::map<std::size_t, std::vector<std::uint64_t>> seeds;
  for (const PlannedRun& run : runs) {
    if (run.other_build) seeds[run.variant].push_back(run.seed);
  }
  std::string text;
  std::size_t named = 0;
  for (const auto& [variant, of_variant] : seeds) {
    if (named++ == most) break;
    text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", experiment.variants[variant].name,
                        seeds_text(of_variant));
  }
  if (seeds.size() > most) text += fmt::format("; and runs of {} more variants", seeds.size() - most);
  return text;
}

std::vector<PendingRuns> Survey::pending(const ExperimentDescription& experiment, bool threads) const {
  std::vector<PendingRuns> pending;
  for (const Variant& variant : experiment.variants) {
    pending.push_back(
        {.seeds = {}, .cores = threads ? 1 : variant.islands, .single = variant.task.has_value()});
  }
  for (const auto& [variant, seed, status, other_build] : runs) {
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
    if (!variant.chosen) continue;
    for (std::uint64_t i = 0; i < experiment.seeds; ++i) {
      if (number++ % part.parts != part.number - 1) continue;
      PlannedRun run{.variant = v, .seed = experiment.first_seed + i};
      const fs::path file = folder / variant.file_of(run.seed);
      try {
        if (!force) {
          const FoundRun there = variant.task ? FoundRun{status_of_table(file, variant.task->call)}
                                              : find_run(file, loaded, run.seed, variant.islands);
          run.status = there.status;
          run.other_build = there.other_build;
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
