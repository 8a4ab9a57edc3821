#include "app/start/starting.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/detail/text.hpp"
#include "skerry/error.hpp"

#include "app/config/node.hpp"
#include "app/run/resumption.hpp"
#include "app/start/table.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/checkpoint/format.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;

namespace {

enum class FileKind { table, trace, checkpoint };

/// The first bytes decide, or the name if these are damaged.
FileKind kind_of(const fs::path& file) {
  std::string start(checkpoint_format::magic.size(), '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  const std::string_view magic(checkpoint_format::magic.data(), checkpoint_format::magic.size());
  if (start == magic || file.extension() == ".checkpoint") return FileKind::checkpoint;
  if (start.starts_with("\x89HDF\r\n\x1a\n") || file.extension() == ".h5") return FileKind::trace;
  return FileKind::table;
}

std::map<std::string, std::string> problem_inputs(const Loaded& loaded) {
  std::map<std::string, std::string> inputs = loaded.inputs;
  inputs.erase(loaded.configuration.start->from.string());
  std::erase_if(inputs, [&](const auto& input) {
    std::error_code error;
    return fs::absolute(input.first, error).string() == loaded.file;
  });
  return inputs;
}

/// Returns the number of individuals of each island that may come from the file, at least one.
std::vector<std::size_t> rooms_of(const Configuration& configuration, std::size_t islands) {
  std::vector<std::size_t> rooms;
  for (std::size_t number = 0; number < islands; ++number) {
    const auto population = configuration.island_number(number).settings().population();
    const double part = std::round(configuration.start->share * static_cast<double>(population));
    rooms.push_back(std::max(static_cast<std::size_t>(part), std::size_t{1}));
  }
  return rooms;
}

void expect_checkpoint(const fs::path& from) {
  std::error_code error;
  const fs::path trace = fs::path(from).replace_extension();
  if (checkpoint_of(trace) != from || fs::exists(from, error) || !fs::exists(trace, error)) return;
  throw DataError(
      fmt::format("there is no {}; a run that reached its target leaves no checkpoint, and its "
                  "trace {} holds its best",
                  from.string(), trace.string()));
}

std::string text_of_columns(const std::vector<std::string>& columns) {
  if (columns.empty()) return {};
  const bool one = columns.size() == 1;
  return fmt::format("; its column{} {} {}", one ? "" : "s", joined(columns, ", "),
                     one ? "is no gene" : "are no genes");
}

/// Returns the values of [problem], but for its type and the names of files, whose contents count.
Values problem_values(const std::string& toml, const Values& inputs) {
  std::set<std::string> files;
  for (const auto& [file, digest] : inputs) files.insert(fs::path(file).filename().string());
  Values values;
  const Settings settings = Settings::parse(toml, "configuration", Settings::Kind::configuration);
  for (const auto& [key, text] : settings.table("problem").values()) {
    const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'');
    const bool file = quoted && files.contains(fs::path(text.substr(1, text.size() - 2)).filename().string());
    if (key != "type" && !file) values.emplace(key, text);
  }
  return values;
}

std::string other_instance(const TraceHeader& past, const Loaded& run) {
  std::set<std::string> known;
  for (const auto& [file, digest] : past.inputs) known.insert(digest);
  const Values inputs = problem_inputs(run);
  for (const auto& [file, digest] : inputs) {
    if (!known.contains(digest)) return fmt::format("without the file {} of this run", file);
  }
  const auto fact =
      difference(problem_values(past.configuration, past.inputs), problem_values(run.text, inputs));
  if (!fact) return {};
  return fmt::format("with{} problem.{}{}, which is {} here", fact->then ? "" : "out", fact->key,
                     fact->then ? " = " + *fact->then : "", fact->now.value_or("not set"));
}

void check_same_problem(const fs::path& trace, const TraceHeader& past, const Loaded& run) {
  if (past.problem != run.problem->name()) {
    throw DataError(
        fmt::format("{} is a run of problem {}, and this one is of {}; a run starts from genomes "
                    "of its own problem",
                    trace.string(), past.problem, run.problem->name()));
  }
  if (run.configuration.start->other_instance) return;
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

Candidates candidates_of_trace(const fs::path& trace, const Loaded& run) {
  const TraceReader reader(trace);
  check_same_problem(trace, reader.header(), run);
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
  check_genomes(trace, found.individuals, *run.problem);
  return found;
}

/// Individuals are best first or, if the run keeps a front or a map, the best and then by island.
Candidates candidates_of_checkpoint(const fs::path& checkpoint, const Loaded& run) {
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
  const TraceHeader past = reader.header();
  check_same_problem(trace, past, run);
  SolutionSet all;
  for (const auto& island : saved_islands(checkpoint)) {
    append_all(all, run.problem->saved_individuals(island));
  }
  check_genomes(checkpoint, all, *run.problem);
  const bool spread = past.solutions.kind != SetKind::none;
  return {spread ? best_in_front(all) : best_first(all), spread};
}

Candidates candidates_of(const Loaded& loaded) {
  const fs::path& from = loaded.configuration.start->from;
  switch (kind_of(from)) {
    case FileKind::trace:
      return candidates_of_trace(from, loaded);
    case FileKind::checkpoint:
      return candidates_of_checkpoint(from, loaded);
    case FileKind::table:
      break;
  }
  Files files;
  return candidates_of_table(files.read(from), from.string(), *loaded.problem);
}

}  // namespace

void identify_start(Loaded& loaded) {
  if (!loaded.configuration.start) return;
  StartSettings& start = *loaded.configuration.start;
  expect_checkpoint(start.from);
  const std::string digest = hexadecimal(digest_of_file(start.from));
  if (!start.sha256.empty() && start.sha256 != digest) {
    throw DataError(
        fmt::format("{} is not the file that start.sha256 names: its SHA-256 is {} in place of "
                    "{}; put the old file back, or begin a new run without start.sha256",
                    start.from.string(), digest, start.sha256));
  }
  start.sha256 = digest;
  loaded.text = with_value(loaded.text, "start.sha256", toml_string(digest));
  loaded.inputs.insert_or_assign(start.from.string(), digest);
}

Start read_start(Loaded& loaded, std::size_t islands, Communicator& world) {
  Start start;
  if (!loaded.configuration.start) return start;
  start.starters.rooms = rooms_of(loaded.configuration, islands);
  collectively(world, [&] {
    if (world.rank() != 0) return;
    identify_start(loaded);
    const Candidates candidates = candidates_of(loaded);
    const auto& rooms = start.starters.rooms;
    SolutionSet taken = chosen(candidates, std::accumulate(rooms.begin(), rooms.end(), std::size_t{0}));
    start.note =
        fmt::format("starts with {} of the {} individuals in {}{}\n", grouped(taken.size()),
                    grouped(candidates.individuals.size()), loaded.configuration.start->from.string(),
                    text_of_columns(candidates.other_columns));
    start.starters.genomes = std::move(taken.genomes);
  });
  world.broadcast(start.starters.genomes);
  return start;
}

void refuse_own_start(const Loaded& loaded, const fs::path& trace) {
  if (!loaded.configuration.start) return;
  const fs::path& from = loaded.configuration.start->from;
  std::error_code error;
  if (!fs::equivalent(from, trace, error) && !fs::equivalent(from, checkpoint_of(trace), error)) return;
  throw UsageError(
      fmt::format("the run starts from {}, and its trace {} would take the place of that file; "
                  "--output names another",
                  from.string(), trace.string()));
}

}  // namespace skerry
