#include "skerry/app/program.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/run/mending.hpp"
#include "app/run/trace_header.hpp"
#include "app/terminal/console.hpp"
#include "trace/file_lock.hpp"
#include "trace/trace_reader.hpp"

#include <ctime>
#include <filesystem>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <sys/stat.h>

namespace skerry {
namespace {

constexpr const char* repair_examples =
    "Examples:\n"
    "  skerry repair {trace}.h5\n"
    "      replaces the trace by the repaired one\n"
    "  skerry repair {trace}.h5 --output {trace}-repaired.h5\n"
    "      keeps the killed trace as it is; saves the epochs before the damage where it is damaged\n"
    "\n"
    "`skerry resume` repairs the trace of its run itself; `repair` serves runs that are not to be resumed. "
    "A\n"
    "repaired trace can still be resumed.";

struct RepairOptions {
  std::string trace;
  std::string output;
  bool force = false;
};

/// Returns the time of the last write to the trace; a killed run ended then, or a little later.
std::string last_written(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(status.st_mtime));
}

std::string saved_text(const std::string& file, std::uint64_t epochs, const TraceReader& past) {
  std::uint64_t generations = 0;
  if (epochs > 0) {
    const EpochRecord last = past.epochs(epochs - 1, 1).front();
    generations = last.first_generation + last.generations - 1;
  }
  return fmt::format("{}: saved {} epochs, {} generations after the initial population\n", file,
                     grouped(epochs), grouped(generations));
}

ExitStatus repair(const RepairOptions& options, Program& /*program*/) {
  const bool in_place = options.output.empty();
  const std::filesystem::path output = in_place ? options.trace : options.output;
  FileLock lock(options.trace);
  const std::string ended = last_written(options.trace);
  const TraceReader past(options.trace);
  const auto [epochs, damage] = past.examine();
  if (const auto lost = past.solutions().damage; !lost.empty())
    print_message(fmt::format("{}: {}", options.trace, lost));
  if (!damage.empty() && in_place) {
    throw DataError(
        fmt::format("{}: the trace is damaged ({}); --output FILE saves the {} epochs before that",
                    options.trace, damage, grouped(epochs)));
  }
  if (damage.empty() && past.closed() && past.stop_reason() != "running") {
    past.summary();  // refuses what is damaged outside of the tables, such as the best solution
    print_result(fmt::format("{} is whole, its run stopped as '{}': nothing to repair\n", options.trace,
                             past.stop_reason()));
    return ExitStatus::done;
  }
  OldFile old{.overwrite = in_place || options.force, .lock = {}};
  if (lock.is_of(output)) old.lock = std::move(lock);
  if (damage.empty()) {
    write_mended(past, output, std::move(old), ended);
  } else {
    TraceWriter(output, past_header(past), past, epochs, std::move(old)).interrupt(ended);
    print_message(fmt::format("{}: damaged after {} epochs ({}); what follows is lost", options.trace,
                              grouped(epochs), damage));
  }
  print_result(saved_text(output.string(), epochs, past));
  return ExitStatus::done;
}

void declare(CommandLine& line, RepairOptions& options) {
  line.argument("TRACE", &options.trace, "A trace that `run` wrote");
  line.option("--output", &options.output, "The repaired trace (default: replaces TRACE)", {.value = "FILE"});
  line.flag("--force", &options.force, "Overwrite an existing FILE");
}

}  // namespace

Command repair_command() {
  return {.path = "repair",
          .summary = "Closes the trace of a killed run, so that every HDF5 tool reads it",
          .footer = repair_examples,
          .declare = with_options(declare, repair)};
}

}  // namespace skerry
