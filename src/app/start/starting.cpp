#include "app/start/starting.hpp"

#include "skerry/error.hpp"

#include "app/config/toml_string.hpp"
#include "app/start/past_run.hpp"
#include "app/start/table.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/checkpoint/format.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

enum class FileKind { table, trace, checkpoint };

/// Tells what a file is by its first bytes, or by its name where these are damaged.
FileKind kind_of(const fs::path& file) {
  std::string start(checkpoint_format::magic.size(), '\0');
  std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  const std::string_view magic(checkpoint_format::magic.data(), checkpoint_format::magic.size());
  if (start == magic || file.extension() == ".checkpoint") return FileKind::checkpoint;
  if (start.starts_with("\x89HDF\r\n\x1a\n") || file.extension() == ".h5") return FileKind::trace;
  return FileKind::table;
}

/// Returns the digests of the files of the problem.
std::map<std::string, std::string> problem_inputs(const Loaded& loaded) {
  std::map<std::string, std::string> inputs = loaded.inputs;
  inputs.erase(loaded.configuration.start->from.string());
  std::erase_if(inputs, [&](const auto& input) {
    std::error_code error;
    return fs::absolute(input.first, error).string() == loaded.file;
  });
  return inputs;
}

Candidates candidates_of(const Loaded& loaded) {
  const StartSettings& start = *loaded.configuration.start;
  const FileKind kind = kind_of(start.from);
  if (kind == FileKind::table) {
    Files files;
    return candidates_of_table(files.read(start.from), start.from.string(), *loaded.problem);
  }
  const NewRun run{.problem = *loaded.problem,
                   .configuration = loaded.text,
                   .inputs = problem_inputs(loaded),
                   .other_instance = start.other_instance};
  return kind == FileKind::trace ? candidates_of_trace(start.from, run)
                                 : candidates_of_checkpoint(start.from, run);
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

/// Refuses the checkpoint of a trace that has none, with the reason.
void expect_checkpoint(const fs::path& from) {
  std::error_code error;
  const fs::path trace = fs::path(from).replace_extension();
  if (checkpoint_of(trace) != from || fs::exists(from, error) || !fs::exists(trace, error)) return;
  throw DataError(
      fmt::format("there is no {}; a run that reached its target leaves no checkpoint, and its "
                  "trace {} holds its best",
                  from.string(), trace.string()));
}

/// Returns the end of a sentence that names columns which were not read.
std::string text_of_columns(const std::vector<std::string>& columns) {
  if (columns.empty()) return {};
  const bool one = columns.size() == 1;
  return fmt::format("; its column{} {} {}", one ? "" : "s", fmt::join(columns, ", "),
                     one ? "is no gene" : "are no genes");
}

std::size_t sum(const std::vector<std::size_t>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), std::size_t{0});
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
    SolutionSet taken = chosen(candidates, sum(start.starters.rooms));
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
