#include "skerry/app/program.hpp"
#include "skerry/detail/population/starters.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/run/load.hpp"
#include "app/run/resumption.hpp"
#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/progress.hpp"
#include "engine/communication/communicator.hpp"
#include "trace/new_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

constexpr const char* run_examples = R"(Examples:
  skerry run {config}
      one island; the trace goes to {trace}.h5
  skerry run {config} --islands 5 --seed 7 --output results/seven.h5
      five islands, as threads of one process; other random numbers, another trace
  mpirun -n 5 skerry run {config} --seed 7 --output results/seven.h5
      the same five islands on five ranks, which may be on several hosts; the trace is the same
  mpirun -n 2 --bind-to none skerry run {config} --islands 64
      64 islands on two ranks, which have 32 threads each
  skerry run {config} --set stop.generations=20 --set island.crossover_rate=0.9
      other values for keys of the file
  skerry run {config} --islands 5 --repeat 25 --quiet
      runs seeds 1 to 25, each with a trace ({trace}-SEED.h5), and prints a summary; repeated, it
      keeps finished runs and goes on with the others. `skerry experiment` runs many configurations
  skerry run {config} --json --quiet | jq .best_fitness
      prints one JSON object for each run on stdout, for scripts
  skerry run {config} --set start.from=results/yesterday.h5
      starts from the best of another run's trace; the rest of the initial populations is sampled
  skerry resume {trace}.h5
      goes on with a run that was killed, or ended by a signal

SIGUSR1 (and SIGTERM, SIGINT) ends a run in good order at its next generation; it can be resumed.
Exit status: 0; 1 where no run found a feasible solution; 2 for mistakes in the configuration, 3 in its
data; 75 where a signal ended the run.
`skerry keys` and docs/configuration.md list the keys. SKERRY_PROGRESS=bar|lines|none in the environment
chooses how progress is shown; NO_COLOR keeps colours away.)";

struct RunOptions {
  ConfigurationArguments configuration;
  std::optional<std::uint64_t> islands;
  std::string output;
  bool force = false;
  std::optional<std::uint64_t> repeat;
  bool json = false;
  bool quiet = false;
};

/// Refuses an existing trace before the run, and not after an hour of it.
void refuse_existing(const std::filesystem::path& trace) {
  std::error_code error;
  if (!std::filesystem::exists(trace, error)) return;
  throw UsageError(
      fmt::format("the trace {} exists{}; --force overwrites it, --output names another", trace.string(),
                  has_ended(trace) ? "" : ", and its run has not ended; resume goes on with it"));
}

struct SeriesSettings {
  std::uint64_t count = 1;  ///< seeds from run.seed on
  std::size_t islands = 1;
  std::filesystem::path output;  ///< "results/type2.h5": traces are results/type2-SEED.h5
  Starters starters = {};
  bool force = false;  ///< repeats finished runs too
  bool json = false;
  ProgressMode mode = ProgressMode::none;
};

/// Keeps the traces of finished runs; interrupted and killed runs go on. Looks at all traces before the first
/// run. Throws AgreedFailure for a trace that is not of this configuration. Collective.
class Series {
 public:
  Series(const Loaded& loaded, const SeriesSettings& settings, Program& program)
      : loaded_(loaded), settings_(settings), program_(program), world_(program.world()) {}

  ExitStatus run() {
    look();
    const bool first = world_.rank() == 0;
    ExitStatus status = ExitStatus::failed;
    std::vector<SessionReport> reports;
    for (std::uint64_t number = 0; number < settings_.count; ++number) {
      const SessionReport report = one(number);
      if (first) print_ending(report, settings_.json ? Form::json : Form::line, program_, go_on_);
      if (report.outcome.reason == StopReason::interrupted) return status_of(report);
      if (status_of(report) == ExitStatus::done) status = ExitStatus::done;
      reports.push_back(report);
    }
    if (first && !settings_.json && settings_.count > 1) print_result(repeat_summary(reports));
    return status;
  }

 private:
  std::uint64_t seed_of(std::uint64_t number) const { return loaded_.configuration.seed + number; }

  std::optional<std::filesystem::path> trace_of(std::uint64_t number) const {
    if (!loaded_.configuration.trace) return std::nullopt;
    return trace_of_seed(settings_.output, seed_of(number));
  }

  void look() {
    statuses_.assign(settings_.count, RunStatus::missing);
    collectively(world_, [&] {
      const std::uint64_t first = seed_of(0);
      if (first + (settings_.count - 1) < first) {
        throw UsageError(fmt::format("--repeat {} counts from seed {} on beyond 2^64 - 1, the largest seed",
                                     settings_.count, first));
      }
      if (world_.rank() != 0 || !loaded_.configuration.trace) return;
      for (std::uint64_t number = 0; number < settings_.count; ++number)
        refuse_own_start(loaded_, *trace_of(number));
      std::vector<std::uint64_t> other_builds;  // seeds
      for (std::uint64_t number = 0; number < settings_.count; ++number) {
        if (look_at(number).other_build) other_builds.push_back(seed_of(number));
      }
      if (!other_builds.empty())
        print_message(other_build_text("the kept runs of " + seeds_text(other_builds)));
    });
    world_.broadcast_bytes(std::as_writable_bytes(std::span(statuses_)));
  }

  /// Called on the first rank.
  FoundRun look_at(std::uint64_t number) {
    if (settings_.force || !loaded_.configuration.trace) return {};
    const auto trace = *trace_of(number);
    const FoundRun found = find_run(trace, loaded_, seed_of(number), settings_.islands);
    statuses_[number] = found.status;
    if (found.status == RunStatus::busy) throw LockedError(trace);
    return found;
  }

  /// Looks at the run once more, since another process may have begun it, or finished it, meanwhile.
  SessionReport one(std::uint64_t number) {
    if (statuses_[number] != RunStatus::finished) look_again_at(number);
    if (statuses_[number] != RunStatus::missing) return existing(number);
    try {
      return anew(number);
    } catch (const AgreedFailure& failure) {
      if (failure.failure.status != ExitStatus::usage) throw;
      look_again_at(number);
      if (statuses_[number] == RunStatus::missing) throw;
    }
    return existing(number);
  }

  void look_again_at(std::uint64_t number) {
    collectively(world_, [&] {
      if (world_.rank() == 0) look_at(number);
    });
    world_.broadcast(statuses_[number]);
  }

  SessionReport existing(std::uint64_t number) {
    return statuses_[number] == RunStatus::finished ? kept(number) : unfinished(number);
  }

  SessionReport anew(std::uint64_t number) {
    return run_shown(loaded_,
                     {.seed = seed_of(number),
                      .islands = settings_.islands,
                      .trace = trace_of(number),
                      .overwrite = settings_.force,
                      .starters = settings_.starters},
                     settings_.mode, program_);
  }

  /// The first rank knows the whole report, the others the violation, which decides the exit status.
  SessionReport kept(std::uint64_t number) {
    SessionReport report;
    double violation = 0;
    collectively(world_, [&] {
      if (world_.rank() != 0) return;
      report = past_report(*trace_of(number));
      violation = report.outcome.best.violation;
    });
    world_.broadcast(violation);
    report.outcome.best.violation = violation;
    return report;
  }

  SessionReport unfinished(std::uint64_t number) {
    const std::filesystem::path trace = *trace_of(number);
    Resumption resumption = prepare_resumption(trace, {}, program_.problems(), world_);
    if (resumption.finished.empty())
      return go_on(resumption, settings_.starters, trace, settings_.mode, program_);
    collectively(world_, [&] {
      if (world_.rank() == 0) leave_finished(resumption, trace);
    });
    return kept(number);
  }

  const Loaded& loaded_;
  const SeriesSettings& settings_;
  Program& program_;
  Communicator& world_;
  std::vector<RunStatus> statuses_;
  std::string go_on_ =
      settings_.force ? "the same command without --force goes on" : "the same command goes on";
};

ExitStatus run(const RunOptions& options, Program& program) {
  Communicator& world = program.world();
  const bool first = world.rank() == 0;
  ProgressMode mode = ProgressMode::none;
  LoadRequest request;
  collectively(world, [&] {
    request = first ? run_request(options.configuration, program) : load_request(options.configuration);
    request.islands = options.islands;
    mode = mode_here(program, options.quiet);
  });
  Loaded loaded = load(request, program.problems(), world);
  const Configuration& configuration = loaded.configuration;
  const std::size_t islands = options.islands.value_or(configuration.islands.value_or(world.size()));
  if (first && !options.quiet)
    print_note(cores_note(loaded, islands, world.size()) + budget_note(loaded, islands) +
               algorithm_note(loaded));
  const std::filesystem::path output =
      options.output.empty() ? configuration.output : std::filesystem::path(options.output);
  const auto start = [&] {
    Start read = read_start(loaded, islands, world);
    if (first && !options.quiet) print_note(read.note);
    return std::move(read.starters);
  };
  if (options.repeat) {
    const SeriesSettings series{.count = *options.repeat,
                                .islands = islands,
                                .output = output,
                                .starters = start(),
                                .force = options.force,
                                .json = options.json,
                                .mode = mode};
    return Series(loaded, series, program).run();
  }
  const std::optional<std::filesystem::path> trace =
      configuration.trace ? std::optional(output) : std::nullopt;
  collectively(world, [&] {
    if (!first || !trace) return;
    if (!options.force) refuse_existing(*trace);
    refuse_own_start(loaded, *trace);
  });
  const SessionReport report = run_shown(loaded,
                                         {.seed = configuration.seed,
                                          .islands = islands,
                                          .trace = trace,
                                          .overwrite = options.force,
                                          .starters = start()},
                                         mode, program);
  if (first) print_ending(report, options.json ? Form::json : Form::text, program);
  return status_of(report);
}

void declare(CommandLine& line, RunOptions& options) {
  declare_configuration(line, options.configuration,
                        "The configuration, a TOML file; or an instance of a shipped problem");
  declare_seed(line, options.configuration.seed);
  line.option(
      "--islands", &options.islands,
      "Number of islands (run.islands; default: that of the ranks). They are the ranks of mpirun, "
      "or threads of fewer ranks, each of which has an equal part; without mpirun, threads of this process",
      {.value = "N", .range = Range<std::int64_t>{1, 100'000}});
  line.option("--output", &options.output, "The trace (run.output; default results/<CONFIG>.h5)",
              {.value = "TRACE"});
  line.flag("--force", &options.force, "Overwrite an existing trace");
  line.option("--repeat", &options.repeat,
              "Number of runs, with seeds SEED, SEED + 1, ...; the names of traces contain the seed",
              {.value = "N", .range = Range<std::int64_t>{1, 1'000'000}});
  line.flag("--json", &options.json, "Print one JSON object for each run on stdout");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

Command run_command() {
  return {.path = "run",
          .summary = "Evolves islands, on threads or one a rank, and writes a trace",
          .footer = run_examples,
          .declare = with_options(declare, run),
          .runs_on = RunsOn::every_rank,
          .interruptible = true};
}

}  // namespace skerry
