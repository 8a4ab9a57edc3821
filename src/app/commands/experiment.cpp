#include "app/commands/experiment.hpp"

#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/place.hpp"
#include "app/program/program.hpp"
#include "app/report/experiment_report.hpp"
#include "app/report/run_report.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/progress.hpp"
#include "engine/communication/environment.hpp"
#include "engine/stopwatch.hpp"
#include "trace/checkpoint/checkpoint.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

constexpr const char* experiment_examples =
    "Examples:\n"
    "  skerry experiment my.toml\n"
    "      carries out all its runs, each with a trace, in results/my; repeated, it keeps finished runs and\n"
    "      goes on with the others\n"
    "  skerry experiment my.toml --list\n"
    "      lists the runs and carries out none\n"
    "  skerry experiment my.toml --cores 16 --output /scratch/my\n"
    "      carries out as many runs side by side as 16 cores hold\n"
    "  skerry experiment my.toml --set stop.generations=20 --output results/try\n"
    "      with another value for a key of all configurations, into another folder\n"
    "  skerry experiment my.toml --part 3/20\n"
    "      carries out the third of twenty shares, as a cluster's array of jobs does "
    "(jobs/experiment.sbatch)\n"
    "\n"
    "A short experiment (docs/experiments.md describes all keys):\n"
    "  seeds = 25\n"
    "  islands = 5\n"
    "  configs = [\"{config}\"]\n"
    "  [grid]\n"
    "  island.gene_rate = [0.05, 0.1, 0.2]\n"
    "\n"
    "The islands of a run are threads of one process. A launcher that --launcher or SKERRY_LAUNCHER in the\n"
    "environment names (mpirun in a job of several nodes) starts a rank for each instead; traces are the "
    "same.\n"
    "Exit status: 0 where every run is finished; 1 where some failed; 2 for mistakes in the experiment, 3 "
    "in\n"
    "its data; 75 where a signal ended it: the same command goes on.";

struct ExperimentOptions {
  std::string file;
  std::vector<std::string> settings;
  std::optional<std::uint64_t> seeds;
  std::vector<std::string> variants;
  PlaceOptions place;
  std::string part;
  bool force = false;
  bool list = false;
  bool json = false;
  bool quiet = false;
};

Part parse_part(const std::string& text) {
  if (text.empty()) return {};
  Part part;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, part.number);
  const bool slash = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
  const auto second = slash ? std::from_chars(first.ptr + 1, end, part.parts) : first;
  if (!slash || second.ec != std::errc{} || second.ptr != end || part.number < 1 ||
      part.number > part.parts) {
    throw UsageError(fmt::format("--part is {}; it is I/N, the I-th of N shares, such as 3/20", text));
  }
  return part;
}

ExperimentDescription read(const ExperimentOptions& options, const Program& program) {
  Files files;
  return read_experiment(
      options.file, files, program.module_commands(),
      {.settings = parse_overrides(options.settings), .seeds = options.seeds, .chosen = options.variants});
}

class ExperimentCommand {
 public:
  ExperimentCommand(const ExperimentOptions& options, Program& program)
      : options_(options),
        program_(program),
        experiment_(read(options, program)),
        shown_(options.place.output.empty() ? experiment_.output : fs::path(options.place.output)),
        folder_(fs::absolute(shown_).lexically_normal()),
        line_(options.quiet || options.list ? ProgressMode::none : progress_mode()) {
    settings_.program = fs::read_symlink("/proc/self/exe");
    settings_.launcher = launcher(options.place.launcher);
    settings_.launch_always = inside_a_job();
    settings_.folder = folder_;
    settings_.cores = options.place.cores.value_or(cores_here());
    settings_.force = options.force;
    settings_.grace_s = grace_s();
    settings_.interrupted = interrupted;
    settings_.watch = [this](const ExperimentProgress& progress) { line_.show(progress_text(progress)); };
    settings_.failed = [this](const FailedRun& failed) {
      failed_.emplace(failed.variant, failed.seed);
      tell(failed);
    };
    settings_.left_to_another = [this](std::size_t variant, std::uint64_t seed) {
      elsewhere_.emplace(variant, seed);
    };
  }

  ExitStatus run() {
    // Relative paths of the experiment, and of overrides, start from its folder.
    fs::current_path(experiment_.file.parent_path());
    Survey found = look(options_.force);
    if (options_.list) return list(found);
    make_folder();
    write_manifest(experiment_, folder_);
    ::setenv(tells_kept, "1", 1);
    if (!settings_.launcher.empty()) prepare_environment();
    const Stopwatch watch;
    progress_.runs = found.runs.size() + found.unreadable.size();
    progress_.kept = found.count(RunStatus::finished);
    progress_.failed = found.unreadable.size();
    tell_unreadable(found);
    tell_other_build(found);
    remove_checkpoints(found);
    Ending ending = Ending::complete;
    while (true) {
      ending = Conductor(experiment_, found.pending(experiment_, settings_.launcher.empty()), settings_)
                   .conduct(progress_);
      if (ending != Ending::complete || !wait_for_others(found)) break;
    }
    if (interrupted()) ending = Ending::interrupted;
    line_.finish();
    elapsed_s_ = watch.seconds();
    return report(ending);
  }

 private:
  Survey look(bool force) {
    return survey(experiment_, folder_, parse_part(options_.part), force, program_.problems());
  }

  /// Looks at the files once more. Runs that have failed here are not tried again, but count as finished
  /// where another process has carried them out.
  Survey look_again() {
    Survey found = look(false);
    for (const PlannedRun& run : found.runs) {
      if (run.status == RunStatus::finished) failed_.erase({run.variant, run.seed});
    }
    const std::size_t finished = found.count(RunStatus::finished);
    progress_.kept = finished - std::min(progress_.done, finished);
    progress_.failed = failed_.size() + found.unreadable.size();
    std::erase_if(found.runs, [this](const PlannedRun& run) {
      return run.status != RunStatus::busy && failed_.contains({run.variant, run.seed});
    });
    remove_checkpoints(found);
    return found;
  }

  void make_folder() const {
    std::error_code error;
    fs::create_directories(folder_, error);
    if (error)
      throw UsageError(fmt::format("cannot make the folder {}: {}", shown_.string(), error.message()));
  }

  /// Removes the checkpoints of finished runs: a run that was granted more would not belong to this
  /// experiment.
  void remove_checkpoints(const Survey& found) const {
    for (const auto& [variant, seed, status, other_build] : found.runs) {
      if (status != RunStatus::finished) continue;
      std::error_code error;
      fs::remove(checkpoint_of(folder_ / experiment_.variants[variant].file_of(seed)), error);
    }
  }

  void tell(const FailedRun& failed) {
    line_.leave();
    print_message(fmt::format("{}: {}", failed.run, failed.why));
  }

  /// Names the first ten unreadable traces only: where there are many, they usually have one cause.
  void tell_unreadable(const Survey& found) {
    constexpr std::size_t most = 10;
    const std::size_t count = found.unreadable.size();
    for (std::size_t i = 0; i < std::min(count, most); ++i) tell(found.unreadable[i]);
    if (count > most) print_message(fmt::format("{} more traces can't be read", count - most));
  }

  void tell_other_build(const Survey& found) const {
    if (const std::string names = found.names_of_other_build(experiment_); !names.empty())
      print_message(other_build_text("kept runs: " + names));
  }

  bool all_still_busy(const Survey& found) const {
    return elsewhere_.empty() && std::ranges::all_of(found.runs, [this](const PlannedRun& run) {
             return run.status != RunStatus::busy ||
                    is_busy(folder_ / experiment_.variants[run.variant].file_of(run.seed));
           });
  }

  /// Waits for the runs that another process carries out; tells whether there is more to do afterwards.
  bool wait_for_others(Survey& found) {
    if (found.count(RunStatus::busy) == 0 && elsewhere_.empty()) return false;
    // What has been begun anew is not begun anew once more.
    settings_.force = false;
    while (!interrupted()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      if (!all_still_busy(found)) {
        elsewhere_.clear();
        found = look_again();
        return true;
      }
      line_.show(fmt::format("{}  waiting for {} of another process", progress_text(progress_),
                             grouped(found.count(RunStatus::busy))));
    }
    return false;
  }

  ExitStatus list(const Survey& found) {
    print_result(options_.json ? json_line(manifest_of(experiment_)) : list_text(experiment_, found, shown_));
    tell_unreadable(found);
    tell_other_build(found);
    return found.unreadable.empty() ? ExitStatus::done : ExitStatus::failed;
  }

  ExitStatus report(Ending ending) const {
    print_result(options_.json ? json_line(experiment_json(experiment_, progress_, shown_, elapsed_s_))
                               : experiment_text(experiment_, progress_, shown_, elapsed_s_));
    const std::string rest = grouped(progress_.left());
    if (ending == Ending::interrupted) {
      print_message(fmt::format("interrupted with {} runs left; the same command goes on", rest));
      return ExitStatus::interrupted;
    }
    if (ending == Ending::hopeless) {
      print_message(
          fmt::format("the first {} runs failed, so {} others were not tried", progress_.failed, rest));
    }
    return progress_.failed == 0 ? ExitStatus::done : ExitStatus::failed;
  }

  const ExperimentOptions& options_;
  Program& program_;
  ExperimentDescription experiment_;
  fs::path shown_;   // the path as it was typed
  fs::path folder_;  // the absolute path
  StatusLine line_;
  ConductorSettings settings_;
  ExperimentProgress progress_;
  using Run = std::pair<std::size_t, std::uint64_t>;  // variant and seed
  std::set<Run> failed_;
  std::set<Run> elsewhere_;  // runs that other processes have begun since the last look
  double elapsed_s_ = 0;
};

ExitStatus experiment(const ExperimentOptions& options, Program& program) {
  refuse_ranks("experiment");
  return ExperimentCommand(options, program).run();
}

void declare(CommandLine& line, ExperimentOptions& options) {
  line.argument("EXPERIMENT", &options.file, "The experiment, a TOML file");
  declare_settings(line, options.settings, "Another value for a key of all configurations");
  line.option("--seeds", &options.seeds,
              "Number of seeds of each variant, in place of that of the experiment",
              {.value = "N", .range = Range<std::int64_t>{1, 1'000'000}});
  line.option(
      "--variants", &options.variants,
      "Carry out the variants of these names alone, as --list shows them without the seed; * stands for "
      "any characters",
      {.value = "NAME"});
  declare_place(line, options.place, "EXPERIMENT");
  line.option("--part", &options.part, "One of N shares of the runs", {.value = "I/N"});
  line.flag("--force", &options.force, "Begin all runs anew");
  line.flag("--list", &options.list, "Show the runs with their status, and carry out none");
  line.flag("--json", &options.json,
            "Print one JSON object on stdout; with --list, the plan as experiment.json has it");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

void declare_place(CommandLine& line, PlaceOptions& options, const char* argument) {
  line.option("--output", &options.output,
              fmt::format("The folder of the traces (default results/<{}>)", argument), {.value = "FOLDER"});
  line.option("--cores", &options.cores, "Cores that runs may keep busy (default: all, or those of the job)",
              {.value = "N", .range = Range<std::int64_t>{1, 1'000'000}});
  line.option(
      "--launcher", &options.launcher,
      "The command that starts a rank for each island and takes -n (default: none, islands are threads)",
      {.value = "COMMAND"});
}

void refuse_ranks(const char* command) {
  if (!launched().starts_mpi()) return;
  throw UsageError(
      fmt::format("{} starts the ranks of its runs itself; call it without mpirun or srun", command));
}

Command experiment_command() {
  return {.path = "experiment",
          .summary = "Carries out many runs, described in one file",
          .footer = experiment_examples,
          .declare = with_options(declare, experiment),
          .interruptible = true};
}

}  // namespace skerry
