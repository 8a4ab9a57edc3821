#include "skerry/app/program.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/process/analysis.hpp"
#include "engine/communication/environment.hpp"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace skerry {
namespace {

constexpr const char* experiment_help = R"(Examples:
  skerry experiment my.toml
      carries out all its runs, each with a trace, in results/my; repeated, it keeps finished runs and
      goes on with the others
  skerry experiment my.toml --list
      lists the runs and carries out none
  skerry experiment my.toml --cores 16 --output /scratch/my
      carries out as many runs side by side as 16 cores hold
  skerry experiment my.toml --set stop.generations=20 --output results/try
      with another value for a key of all configurations, into another folder
  skerry experiment my.toml --part 3/20
      carries out the third of twenty shares, as a cluster's array of jobs does (jobs/experiment.sbatch)

Options:
  --set KEY=VALUE     another value for a key of all configurations
  --seeds N           number of seeds of each variant, in place of that of the experiment
  --variants NAME     the variants of these names alone, as --list shows them; * is any characters
  --output FOLDER     where the traces go (default results/<EXPERIMENT>)
  --cores N           cores that runs may keep busy (default: all, or those of the job)
  --launcher COMMAND  starts a rank for each island and takes -n (default: none, islands are threads)
  --part I/N          one of N shares of the runs
  --force             begins all runs anew
  --list              shows the runs with their status, and carries out none
  --json              one JSON object; with --list, the plan as experiment.json has it
  --quiet             no progress

A short experiment (docs/experiments.md describes all keys):
  seeds = 25
  islands = 5
  configs = ["{config}"]
  [grid]
  island.gene_rate = [0.05, 0.1, 0.2]

The islands of a run are threads of one process. A launcher that --launcher or SKERRY_LAUNCHER in the
environment names (mpirun in a job of several nodes) starts a rank for each instead; traces are the same.
Exit status: 0 where every run is finished; 1 where some failed; 2 for mistakes in the experiment, 3 in
its data; 75 where a signal ended it: the same command goes on.)";

constexpr const char* tune_help = R"(Examples:
  skerry tune my.toml
      finds settings by the runs that the file grants, into results/my; repeated after a kill, it goes on
  skerry tune my.toml --cores 4 --output /scratch/my
      has as many runs side by side as 4 cores hold; the settings that it finds do not depend on that

Options:
  --output FOLDER     where the traces go (default results/<FILE>)
  --cores N           cores that runs may keep busy (default: all, or those of the job)
  --launcher COMMAND  starts a rank for each island and takes -n (default: none, islands are threads)
  --json              one JSON object
  --quiet             no progress

A short file (docs/experiments.md describes all keys):
  config = "{config}"
  [tune]
  runs = 400
  evaluations = 20000
  [tune.space]
  island.gene_rate = { real = [0.01, 0.3], log = true }

Candidates are chosen by Optuna, which the analysis needs for it (sudo apt install python3-optuna).
Exit status: 0 where it is done; 1 where packages are missing or the runs fail; 2 for mistakes in the file,
3 in its data; 75 where a signal ended it: the same command goes on.)";

Command conducting(const std::string& path, std::string summary, const char* footer) {
  Command command = analysis_command(path, std::move(summary), footer, [path] {
    if (launched().starts_mpi())
      throw UsageError(path + " starts the ranks of its runs itself; call it without mpirun or srun");
    return std::vector<std::string>{"--program", std::filesystem::read_symlink("/proc/self/exe").string()};
  });
  command.interruptible = true;
  return command;
}

}  // namespace

Command analysis_command(std::string path, std::string summary, std::string footer,
                         std::function<std::vector<std::string>()> first_words) {
  auto declare = [path, first_words = std::move(first_words)](CommandLine& line) {
    const auto words = std::make_shared<std::vector<std::string>>();
    line.all_words(*words);
    return [path, first_words, words](Program& program) -> ExitStatus {
      std::vector<std::string> all = {path};
      if (first_words) std::ranges::move(first_words(), std::back_inserter(all));
      all.insert(all.end(), words->begin(), words->end());
      become_analysis(std::move(all), program.name());
    };
  };
  return {.path = std::move(path),
          .summary = std::move(summary),
          .footer = std::move(footer),
          .declare = std::move(declare)};
}

Command experiment_command() {
  return conducting("experiment", "Carries out many runs, described in one file", experiment_help);
}

Command tune_command() {
  return conducting("tune", "Finds better settings for a configuration, by many runs", tune_help);
}

}  // namespace skerry
