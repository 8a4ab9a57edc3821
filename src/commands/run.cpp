#include "commands/console.hpp"
#include "commands/ending.hpp"
#include "commands/overrides.hpp"
#include "commands/program.hpp"
#include "commands/progress.hpp"
#include "commands/report.hpp"
#include "mpi/communicator.hpp"
#include "mpi/failure.hpp"
#include "run/interruption.hpp"
#include "run/session.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <system_error>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry run configs/party/type2.toml\n"
    "      one island; the trace goes to results/type2.h5\n"
    "  mpirun -n 5 skerry run configs/party/type2.toml --seed 7 --output results/seven.h5\n"
    "      five islands, other random numbers, another trace\n"
    "  skerry run configs/party/type2.toml --set stop.generations=20 --set island.mutation_rate=0.1\n"
    "      other values for keys of the file\n"
    "  mpirun -n 5 skerry run configs/party/type2.toml --repeat 25 --force --quiet\n"
    "      seeds 1 to 25, a trace each (results/type2-SEED.h5), and a summary\n"
    "  skerry run configs/party/type2.toml --json --quiet | jq .best_fitness\n"
    "      for scripts: one JSON object a run on stdout\n"
    "  mpirun -n 5 skerry resume results/type2.h5\n"
    "      goes on with a run that was killed, or ended by a signal\n"
    "\n"
    "SIGUSR1 (and SIGTERM, SIGINT) ends a run in good order at its next generation, ready to be resumed.\n"
    "Exit status: 0; 1 where no run found a feasible solution; 2 for mistakes in the configuration, 3 in "
    "its\n"
    "data; 75 where a signal ended the run.\n"
    "docs/configuration.md lists the keys. SKERRY_PROGRESS=bar|lines|none in the environment chooses how\n"
    "progress is shown; NO_COLOR keeps colours away.";

struct RunOptions {
  std::string config;
  std::vector<std::string> settings;
  std::optional<std::int64_t> seed;
  std::string output;
  bool force = false;
  std::uint64_t repeat = 1;
  bool json = false;
  bool quiet = false;
};

LoadRequest make_request(const RunOptions& options) {
  LoadRequest request{.config = options.config, .overrides = parse_overrides(options.settings)};
  if (options.seed) request.overrides.push_back({"run.seed", std::to_string(*options.seed)});
  return request;
}

/// Where the traces of a command's runs go.
class Traces {
 public:
  Traces(const RunOptions& options, const Configuration& configuration)
      : enabled_(configuration.trace),
        repeated_(options.repeat > 1),
        output_(options.output.empty() ? configuration.output : std::filesystem::path(options.output)) {}

  std::optional<std::filesystem::path> of(std::uint64_t seed) const {
    if (!enabled_) return std::nullopt;
    if (!repeated_) return output_;
    return output_.parent_path() /
           fmt::format("{}-{}{}", output_.stem().string(), seed, output_.extension().string());
  }

  /// Before the first of many runs, not after an hour of them.
  void refuse_existing(std::uint64_t first_seed, std::uint64_t count) const {
    for (std::uint64_t seed = first_seed; seed - first_seed < count; ++seed) {
      const auto trace = of(seed);
      if (std::error_code error; trace && std::filesystem::exists(*trace, error)) {
        throw UsageError(fmt::format("the trace {} exists; --force overwrites it, --output names another",
                                     trace->string()));
      }
    }
  }

 private:
  bool enabled_;
  bool repeated_;
  std::filesystem::path output_;
};

ExitStatus run(const RunOptions& options, Program& program) {
  Communicator& world = program.world();
  const bool first = world.rank() == 0;
  ProgressMode mode = ProgressMode::none;
  LoadRequest request;
  collectively(world, [&] {
    request = make_request(options);
    if (first && !options.quiet) mode = progress_mode();
  });
  const Loaded loaded = load(request, program.problems(), world);
  const Configuration& configuration = loaded.configuration;
  const Traces traces(options, configuration);
  collectively(world, [&] {
    if (first && !options.force) traces.refuse_existing(configuration.seed, options.repeat);
  });

  ExitStatus status = ExitStatus::failed;
  std::vector<SessionReport> reports;
  for (std::uint64_t i = 0; i < options.repeat; ++i) {
    const std::uint64_t seed = configuration.seed + i;
    Progress progress(mode, loaded.problem->direction(), configuration.stop);
    const SessionSettings session{.seed = seed,
                                  .trace = traces.of(seed),
                                  .overwrite = options.force,
                                  .command = program.command(),
                                  .watch = [&](const EpochRecord& record) { progress.show(record); },
                                  .interrupted = interrupted};
    const SessionReport report = run_session(loaded, session, world);
    if (first) {
      progress.finish();
      print_ending(report, options.json ? Form::json : options.repeat > 1 ? Form::line : Form::text, program);
    }
    if (report.outcome.reason == StopReason::interrupted) return status_of(report);
    if (status_of(report) == ExitStatus::done) status = ExitStatus::done;
    reports.push_back(report);
  }
  if (first && !options.json && options.repeat > 1) print_result(repeat_summary(reports));
  return status;
}

}  // namespace

void add_run(CLI::App& app, Program& program) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Evolves one island a rank and writes a trace");
  command->footer(examples);
  command->add_option("CONFIG", options->config, "The configuration, a TOML file")->required();
  add_overrides(*command, options->settings, "Another value for a key of the file");
  command->add_option("--seed", options->seed, "Of all random numbers (run.seed; default 1)")->type_name("N");
  command->add_option("--output", options->output, "The trace (run.output; default results/<CONFIG>.h5)")
      ->type_name("TRACE");
  command->add_flag("--force", options->force, "Overwrite an existing trace");
  command->add_option("--repeat", options->repeat, "Runs, of seeds SEED, SEED + 1, ...")
      ->type_name("N")
      ->check(CLI::Range(1, 1'000'000));
  command->add_flag("--json", options->json, "Print one JSON object a run on stdout");
  command->add_flag("--quiet", options->quiet, "Show no progress");
  command->callback([options, &program] {
    program.interruptible = true;
    program.everywhere = [options, &program] { return run(*options, program); };
  });
}

}  // namespace skerry
