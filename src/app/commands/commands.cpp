#include "app/commands/commands.hpp"

#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/detail/instruction_set.hpp"
#include "skerry/error.hpp"
#include "skerry/main.hpp"

#include "app/program/program.hpp"
#include "app/report/run_report.hpp"
#include "app/run/load.hpp"
#include "app/run/resumption.hpp"
#include "app/run/session.hpp"
#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/environment.hpp"
#include "trace/new_file.hpp"
#include "trace/structure.hpp"
#include "trace/trace_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* check_examples = R"(Examples:
  skerry check {config} solution.txt
  skerry run {config} --json --quiet | jq -r .solution | \
      skerry check {config} -
  skerry check {config} solution.txt --set run.seed=2
      with other values for keys of the file

Exit status: 0 where the solution breaks no rule or the proof holds, 1 where it does not, 3 where the
text is no solution or no certificate.)";

struct SolutionOptions {
  ConfigurationArguments configuration;
  std::string solution;
};

void declare_solution(CommandLine& line, SolutionOptions& options) {
  line.argument("CONFIG", &options.configuration.file, "The configuration, a TOML file");
  line.optional_argument("SOLUTION", &options.solution, "A solution in its text form; - for standard input");
  declare_settings(line, options.configuration.settings, "Another value for a key of the file");
}

struct CheckOptions : SolutionOptions {
  std::string proof;
};

ExitStatus verify(const AnyProblem& problem, const std::string& proof, Files& files) {
  const auto [text, name] = read_text(proof, files);
  const ProofVerdict verdict = problem.verify_proof(text, name);
  print_result(verdict.holds ? verdict.text + "\n" : "not proven: " + verdict.text + "\n");
  return verdict.holds ? ExitStatus::done : ExitStatus::failed;
}

ExitStatus check(const CheckOptions& options, Program& program) {
  Files files;
  const Loaded loaded =
      load(puzzle_request(options.configuration, program, files), program.problems(), files);
  if (!options.proof.empty()) return verify(*loaded.problem, options.proof, files);
  if (options.solution.empty()) {
    throw UsageError(
        "check has neither a solution nor a proof; it is skerry check CONFIG SOLUTION, or --proof FILE");
  }
  const auto [text, name] = read_text(options.solution, files);
  loaded.problem->enter_run(loaded.configuration.seed);
  const Assessment assessment = loaded.problem->assess(loaded.problem->parse(text, name));
  print_result(check_text(assessment, loaded.problem->direction(), loaded.target, colours(STDOUT_FILENO)));
  const bool sound = assessment.score.violation == 0 && broken_rules(assessment) == 0;
  return sound ? ExitStatus::done : ExitStatus::failed;
}

void declare(CommandLine& line, CheckOptions& options) {
  declare_solution(line, options);
  line.option("--proof", &options.proof, "A certificate to verify, with whole numbers and without a solver",
              {.value = "FILE"});
}

constexpr const char* draw_examples = R"(Examples:
  skerry draw {config} --output problem.svg
      the problem, for a browser or a document
  skerry draw {config} solution.txt --output solution.svg
      a solution in it, with what it meets and what it breaks
  skerry draw {config} solution.txt --text
      the same for the terminal
  skerry run {config} --json --quiet | jq -r .solution | \
      skerry draw {config} - > solution.svg

Exit status: 0; 2 where the problem draws nothing, 3 where the text is no solution.)";

struct DrawOptions : SolutionOptions {
  bool text = false;
  std::string output;
};

ExitStatus draw(const DrawOptions& options, Program& program) {
  Files files;
  const Loaded loaded =
      load(puzzle_request(options.configuration, program, files), program.problems(), files);
  std::optional<std::vector<std::byte>> solution;
  if (!options.solution.empty()) {
    const auto [text, name] = read_text(options.solution, files);
    solution = loaded.problem->parse(text, name);
  }
  const std::string drawn =
      options.text ? loaded.problem->draw_text(solution) : loaded.problem->draw(solution);
  if (options.output.empty()) {
    print_result(drawn);
  } else {
    replace_file(options.output, drawn);
  }
  return ExitStatus::done;
}

void declare(CommandLine& line, DrawOptions& options) {
  declare_solution(line, options);
  line.flag("--text", &options.text, "Draw with characters, not as SVG");
  line.option("--output", &options.output, "The file of the drawing (default: standard output)",
              {.value = "FILE"});
}

constexpr const char* inspect_examples = R"(Examples:
  skerry inspect {trace}.h5
  skerry inspect {trace}.h5 --json | jq .best_fitness

A trace can be read while its run goes on, and after a kill. In Python: h5py, xarray, `analysis/`.)";

struct InspectOptions {
  std::string trace;
  bool json = false;
};

ExitStatus inspect(const InspectOptions& options, Program& /*program*/) {
  const TraceSummary summary = TraceReader(options.trace).summary();
  print_result(options.json ? json_line(summary_json(summary, options.trace))
                            : summary_text(summary, options.trace));
  return ExitStatus::done;
}

void declare(CommandLine& line, InspectOptions& options) {
  line.argument("TRACE", &options.trace, "A trace that `run` wrote");
  line.flag("--json", &options.json, "Print one JSON object");
}

constexpr const char* repair_examples = R"(Examples:
  skerry repair {trace}.h5
      replaces the trace by the repaired one
  skerry repair {trace}.h5 --output {trace}-repaired.h5
      keeps the killed trace as it is; saves the epochs before the damage where it is damaged

`skerry resume` repairs the trace of its run itself; `repair` serves runs that are not to be resumed. A
repaired trace can still be resumed.)";

struct RepairOptions {
  std::string trace;
  std::string output;
  bool force = false;
};

/// Returns the time of the last write to the trace; a killed run ended then, or a little later.
std::string last_written(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return {};
  return utc_text(status.st_mtime);
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
  std::string trace = options.trace;
  bool in_place = options.output.empty();
  const std::filesystem::path output = in_place ? trace : options.output;
  FileLock lock(trace);
  const std::string ended = last_written(trace);
  if (restore_torn(trace, output, in_place || options.force, lock)) {
    print_message(fmt::format("{}: put back as of its last checkpoint; a power failure has torn it", trace));
    trace = output.string();
    in_place = true;
  }
  const TraceReader past(trace);
  const auto [epochs, damage] = past.examine();
  if (const auto lost = past.solutions().damage; !lost.empty())
    print_message(fmt::format("{}: {}", trace, lost));
  if (!damage.empty() && in_place) {
    throw DataError(
        fmt::format("{}: the trace is damaged ({}); --output FILE saves the {} epochs before that", trace,
                    damage, grouped(epochs)));
  }
  if (damage.empty() && past.closed() && past.stop_reason() != "running") {
    past.summary();  // refuses what is damaged outside of the tables, such as the best solution
    print_result(
        fmt::format("{} is whole, its run stopped as '{}': nothing to repair\n", trace, past.stop_reason()));
    return ExitStatus::done;
  }
  OldFile old{.overwrite = in_place || options.force, .lock = {}};
  if (lock.is_of(output)) old.lock = std::move(lock);
  if (damage.empty()) {
    write_mended(past, output, std::move(old), ended);
  } else {
    TraceWriter(output, past.header(), past, epochs, std::move(old)).interrupt(ended);
    print_message(fmt::format("{}: damaged after {} epochs ({}); what follows is lost", trace,
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

constexpr const char* resume_examples = R"(Examples:
  skerry resume {trace}.h5
      goes on with a run that was killed, or ended by a signal; its islands are threads of one process
  mpirun -n 5 skerry resume {trace}.h5
      does so with its five islands on five ranks; the trace will be the same
  mpirun -n 5 skerry resume {trace}.h5 --generations 2000
      grants a run a higher limit, even one that has ended; --evaluations and --seconds do the same
  skerry resume {trace}.h5 --set stop.target=5950 --set checkpoint.seconds=5
      changes keys of [stop] and [checkpoint]; no other key can change during a run

The trace is cut back to the checkpoint beside it ({trace}.h5.checkpoint) and goes on from there; in
the end it equals the trace of an uninterrupted run, times aside. Without a checkpoint the run
starts over. The number of ranks must be that of the islands, or one.
Exit status: that of `run`; 3 for a trace or a checkpoint that is damaged.)";

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
  const auto limit = resumption.loaded.configuration.stop.generations;
  return fmt::format("{} goes on from generation {}{}\n", trace, grouped(resumption.saved->reached),
                     limit ? " of " + grouped(*limit) : "");
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
  if (first && resumption.other_build) {
    print_message(
        fmt::format("another build of this program began {}, and this one goes on with it; a new run "
                    "(--force, or another --output) is of one build",
                    options.trace));
  }
  if (first && !options.quiet) {
    print_note(cores_note(resumption.loaded, resumption.islands, world.size()));
    print_note(start_text(resumption, options.trace));
  }

  Start start;
  if (!resumption.saved) start = read_start(resumption.loaded, resumption.islands, world);
  const SessionReport report = go_on(resumption, std::move(start.starters), options.trace, mode, program);
  if (first) print_ending(report, options.json ? Form::json : Form::text, program);
  return status_of(report);
}

void declare(CommandLine& line, ResumeOptions& options) {
  line.argument("TRACE", &options.trace, "The trace of the run");
  constexpr Range<std::int64_t> limits{1, std::numeric_limits<std::int64_t>::max()};
  line.option("--generations", &options.generations, "Limit of the whole run, in place of stop.generations",
              {.value = "N", .range = limits});
  line.option("--evaluations", &options.evaluations, "Limit of the whole run, in place of stop.evaluations",
              {.value = "N", .range = limits});
  line.option("--seconds", &options.seconds, "Limit of the whole run, in place of stop.seconds",
              {.value = "S"});
  declare_settings(line, options.settings, "Another value for a key of [stop] or [checkpoint]");
  line.flag("--json", &options.json, "Print one JSON object on stdout");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

HelpSubject help_subject(const std::vector<Module>& modules) {
  HelpSubject subject{.keys = names_of_keys};
  for (const Module& module : modules) {
    if (!module.example.empty()) return {.configuration = module.example, .keys = names_of_keys};
    if (subject.problems.empty()) subject.configuration = module.problem.name + ".toml";
    subject.problems += (subject.problems.empty() ? "" : ", ") + module.problem.name;
  }
  if (subject.problems == "problem") subject.problems.clear();  // the name of a problem that states none
  return subject;
}

/// Those of every program, in the order in which the help lists them.
std::vector<Command> common_commands() {
  return {run_command(),
          {.path = "resume",
           .summary = "Goes on with a run that was killed or interrupted",
           .footer = resume_examples,
           .declare = with_options(declare, resume),
           .runs_on = RunsOn::every_rank,
           .interruptible = true},
          experiment_command(),
          tune_command(),
          plan_command(),
          {.path = "inspect",
           .summary = "Shows what a trace holds",
           .footer = inspect_examples,
           .declare = with_options(declare, inspect)},
          {.path = "repair",
           .summary = "Closes the trace of a killed run, so that every HDF5 tool reads it",
           .footer = repair_examples,
           .declare = with_options(declare, repair)},
          {.path = "check",
           .summary = "Judges a solution rule by rule",
           .footer = check_examples,
           .declare = with_options(declare, check)},
          {.path = "draw",
           .summary = "Draws a problem, or a solution of it, as SVG or as text",
           .footer = draw_examples,
           .declare = with_options(declare, draw)},
          keys_command()};
}

}  // namespace

Module detail::with_settings(Module module, ProgramSettings settings) {
  module.problem.topologies = std::move(settings.topologies);
  StopRule stop{.when = std::move(settings.stop_when)};
  stop.ask_too(std::move(settings.on_epoch));
  module.problem.stop_when = std::move(stop.when);
  std::ranges::move(settings.commands, std::back_inserter(module.commands));
  return module;
}

int run_program(int argc, char** argv, std::vector<Module> modules) {
  open_standard_streams();
  const HelpSubject subject = help_subject(modules);
  Program program(argc, argv, std::move(modules));
  try {
    instruction_set();  // what the machine lacks is refused at the start
    raise_stack_limit();
    if (launched().starts_mpi()) program.world();
    std::vector<Command> commands = common_commands();
    for (const Command& command : program.module_commands()) commands.push_back(command);
    const Choice choice = choose(commands, argc, argv, program.first_rank(), subject);
    if (choice.command == nullptr) return static_cast<int>(choice.status);
    return static_cast<int>(program.execute(*choice.command, choice.action));
  } catch (...) {
    return static_cast<int>(program.fail());
  }
}

}  // namespace skerry
