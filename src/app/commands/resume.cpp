#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/report/ending.hpp"
#include "app/run/configuration_arguments.hpp"
#include "app/run/resumption.hpp"
#include "app/run/session_shown.hpp"
#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"

#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

constexpr const char* resume_examples =
    "Examples:\n"
    "  skerry resume {trace}.h5\n"
    "      goes on with a run that was killed, or ended by a signal; its islands are threads of one process\n"
    "  mpirun -n 5 skerry resume {trace}.h5\n"
    "      does so with its five islands on five ranks; the trace will be the same\n"
    "  mpirun -n 5 skerry resume {trace}.h5 --generations 2000\n"
    "      grants a run a higher limit, even one that has ended; --evaluations and --seconds do the same\n"
    "  skerry resume {trace}.h5 --set stop.target=5950 --set checkpoint.seconds=5\n"
    "      changes keys of [stop] and [checkpoint]; no other key can change during a run\n"
    "\n"
    "The trace is cut back to the checkpoint beside it ({trace}.h5.checkpoint) and goes on from there; "
    "in\n"
    "the end it equals the trace of an uninterrupted run, times aside. Without a checkpoint the run\n"
    "starts over. The number of ranks must be that of the islands, or one.\n"
    "Exit status: that of `run`; 3 for a trace or a checkpoint that is damaged.";

struct ResumeOptions {
  std::string trace;
  std::vector<std::string> settings;
  std::optional<std::uint64_t> generations;
  std::optional<std::uint64_t> evaluations;
  std::optional<double> seconds;
  bool json = false;
  bool quiet = false;
};

std::vector<LoadRequest::Override> grants_of(const ResumeOptions& options) {
  auto grants = parse_overrides(options.settings);
  const auto add = [&](const char* key, const auto& value) {
    if (value) grants.push_back({key, fmt::format("{}", *value)});
  };
  add("stop.generations", options.generations);
  add("stop.evaluations", options.evaluations);
  add("stop.seconds", options.seconds);
  return grants;
}

std::string start_text(const Resumption& resumption, const std::string& trace) {
  if (!resumption.saved) {
    return fmt::format("{} has no checkpoint: its run starts over from generation 0\n", trace);
  }
  return fmt::format("{} goes on from generation {} of {}\n", trace, grouped(resumption.saved->reached),
                     grouped(resumption.loaded.configuration.stop.generations));
}

ExitStatus resume(const ResumeOptions& options, Program& program) {
  Communicator& world = program.world();
  const bool first = world.rank() == 0;
  ProgressMode mode = ProgressMode::none;
  std::vector<LoadRequest::Override> grants;
  collectively(world, [&] {
    grants = grants_of(options);
    mode = mode_here(program, options.quiet);
  });
  Resumption resumption = prepare_resumption(options.trace, grants, program.problems(), world);
  if (!resumption.finished.empty()) {
    collectively(world, [&] {
      if (!first) return;
      print_message(
          fmt::format("{} is finished (it ended by {}), and {}; --generations, --evaluations or "
                      "--seconds would grant it more",
                      options.trace, resumption.finished, leave_finished(resumption, options.trace)));
    });
    return ExitStatus::done;
  }
  if (first && !options.quiet) print_note(start_text(resumption, options.trace));

  Start start;
  if (!resumption.saved) start = read_start(resumption.loaded, resumption.islands, world);
  const SessionReport report = go_on(resumption, std::move(start.starters), options.trace, mode, program);
  if (first) print_ending(report, options.json ? Form::json : Form::text, program);
  return status_of(report);
}

void declare(CommandLine& line, ResumeOptions& options) {
  line.argument("TRACE", &options.trace, "The trace of the run");
  line.option("--generations", &options.generations, "Limit of the whole run, in place of stop.generations",
              {.value = "N"});
  line.option("--evaluations", &options.evaluations, "Limit of the whole run, in place of stop.evaluations",
              {.value = "N"});
  line.option("--seconds", &options.seconds, "Limit of the whole run, in place of stop.seconds",
              {.value = "S"});
  declare_settings(line, options.settings, "Another value for a key of [stop] or [checkpoint]");
  line.flag("--json", &options.json, "Print one JSON object on stdout");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

Command resume_command() {
  return {.path = "resume",
          .summary = "Goes on with a run that was killed or interrupted",
          .footer = resume_examples,
          .declare = with_options(declare, resume),
          .runs_on = RunsOn::every_rank,
          .interruptible = true};
}

}  // namespace skerry
