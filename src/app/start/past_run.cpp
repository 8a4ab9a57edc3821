#include "app/start/past_run.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/run/trace_header.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <set>
#include <system_error>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

using Inputs = std::map<std::string, std::string>;

/// Returns the values of [problem], but for its type and the names of files, whose contents count.
std::map<std::string, std::string> problem_values(const std::string& toml, const Inputs& inputs) {
  std::set<std::string> files;
  for (const auto& [file, digest] : inputs) files.insert(fs::path(file).filename().string());
  std::map<std::string, std::string> values;
  const Settings settings = Settings::parse(toml, "configuration", Settings::Kind::configuration);
  for (const auto& [key, text, items] : settings.table("problem").values()) {
    const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'');
    const bool file = quoted && files.contains(fs::path(text.substr(1, text.size() - 2)).filename().string());
    if (key != "type" && !file) values.emplace(key, text);
  }
  return values;
}

/// Returns what makes the instance of a run another than that of this one, as in "A, and here B"; empty where
/// nothing does.
std::string other_instance(const TraceHeader& past, const NewRun& run) {
  std::set<std::string> known;
  for (const auto& [file, digest] : past.inputs) known.insert(digest);
  for (const auto& [file, digest] : run.inputs) {
    if (!known.contains(digest)) return fmt::format("without the file {} of this run", file);
  }
  const auto then = problem_values(past.configuration, past.inputs);
  const auto now = problem_values(run.configuration, run.inputs);
  for (const auto& [key, value] : now) {
    const auto before = then.find(key);
    if (before == then.end()) return fmt::format("without problem.{}, which is {} here", key, value);
    if (before->second != value)
      return fmt::format("with problem.{} = {}, which is {} here", key, before->second, value);
  }
  for (const auto& [key, value] : then) {
    if (!now.contains(key)) return fmt::format("with problem.{} = {}, which is not set here", key, value);
  }
  return {};
}

void check_same_problem(const fs::path& trace, const TraceHeader& past, const NewRun& run) {
  if (past.problem != run.problem.name()) {
    throw DataError(
        fmt::format("{} is a run of problem {}, and this one is of {}; a run starts from genomes "
                    "of its own problem",
                    trace.string(), past.problem, run.problem.name()));
  }
  if (run.other_instance) return;
  if (const std::string what = other_instance(past, run); !what.empty()) {
    throw DataError(
        fmt::format("{} is a run {}; start.other_instance = true takes the individuals of "
                    "another instance where they are genomes of this one",
                    trace.string(), what));
  }
}

void check_genomes(const fs::path& file, const SolutionSet& individuals, const AnyProblem& problem) {
  for (std::size_t i = 0; i < individuals.size(); ++i) {
    if (const std::string fault = problem.fault(individuals.genome(i)); !fault.empty()) {
      throw DataError(
          fmt::format("{} holds individuals that are no genomes of this problem, first that of "
                      "number {}: {}",
                      file.string(), i, fault));
    }
  }
}

void append_all(SolutionSet& all, const SolutionSet& more) {
  for (std::size_t i = 0; i < more.size(); ++i) all.append(more, i, 0);
}

}  // namespace

Candidates candidates_of_trace(const fs::path& trace, const NewRun& run) {
  const TraceReader reader(trace);
  check_same_problem(trace, past_header(reader), run);
  TraceReader::Solutions kept = reader.solutions();
  if (!kept.damage.empty()) throw DataError(fmt::format("{}: {}", trace.string(), kept.damage));
  Candidates found{.individuals = {}, .spread = kept.description.kind != SetKind::none};
  if (const auto footer = reader.footer()) {
    found.individuals.keys = {footer->outcome.best};
    found.individuals.genomes = footer->outcome.best_genome;
    found.individuals.ends = {found.individuals.genomes.size()};
  }
  kept.recorded.set.cells.clear();
  append_all(found.individuals, kept.recorded.set);
  if (found.individuals.keys.empty()) {
    throw DataError(
        fmt::format("{} holds no solution, since its run has not ended; `skerry resume` goes on with it, and "
                    "its checkpoint, if it is there, holds its populations: start.from = \"{}\"",
                    trace.string(), checkpoint_of(trace).string()));
  }
  check_genomes(trace, found.individuals, run.problem);
  return found;
}

Candidates candidates_of_checkpoint(const fs::path& checkpoint, const NewRun& run) {
  fs::path trace = checkpoint;
  trace.replace_extension();
  std::error_code error;
  if (checkpoint_of(trace) != checkpoint || !fs::exists(trace, error)) {
    throw DataError(
        fmt::format("{} is a checkpoint without its trace, which says of which problem it is; a "
                    "checkpoint is beside its trace and has its name with .checkpoint at the end",
                    checkpoint.string()));
  }
  const TraceReader reader(trace);
  const TraceHeader past = past_header(reader);
  check_same_problem(trace, past, run);
  SolutionSet all;
  for (const auto& island : saved_islands(checkpoint)) {
    append_all(all, run.problem.saved_individuals(island));
  }
  check_genomes(checkpoint, all, run.problem);
  const bool spread = past.solutions.kind != SetKind::none;
  return {spread ? best_in_front(all) : best_first(all), spread};
}

}  // namespace skerry
