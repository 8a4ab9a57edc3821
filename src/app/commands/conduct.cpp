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

constexpr const char* experiment_help =
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
    "Options:\n"
    "  --set KEY=VALUE     another value for a key of all configurations\n"
    "  --seeds N           number of seeds of each variant, in place of that of the experiment\n"
    "  --variants NAME     the variants of these names alone, as --list shows them; * is any characters\n"
    "  --output FOLDER     where the traces go (default results/<EXPERIMENT>)\n"
    "  --cores N           cores that runs may keep busy (default: all, or those of the job)\n"
    "  --launcher COMMAND  starts a rank for each island and takes -n (default: none, islands are threads)\n"
    "  --part I/N          one of N shares of the runs\n"
    "  --force             begins all runs anew\n"
    "  --list              shows the runs with their status, and carries out none\n"
    "  --json              one JSON object; with --list, the plan as experiment.json has it\n"
    "  --quiet             no progress\n"
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

constexpr const char* tune_help =
    "Examples:\n"
    "  skerry tune my.toml\n"
    "      finds settings by the runs that the file grants, into results/my; repeated after a kill, it goes "
    "on\n"
    "  skerry tune my.toml --cores 4 --output /scratch/my\n"
    "      has as many runs side by side as 4 cores hold; the settings that it finds do not depend on that\n"
    "\n"
    "Options:\n"
    "  --output FOLDER     where the traces go (default results/<FILE>)\n"
    "  --cores N           cores that runs may keep busy (default: all, or those of the job)\n"
    "  --launcher COMMAND  starts a rank for each island and takes -n (default: none, islands are threads)\n"
    "  --json              one JSON object\n"
    "  --quiet             no progress\n"
    "\n"
    "A short file (docs/experiments.md describes all keys):\n"
    "  config = \"{config}\"\n"
    "  [tune]\n"
    "  runs = 400\n"
    "  evaluations = 20000\n"
    "  [tune.space]\n"
    "  island.gene_rate = { real = [0.01, 0.3], log = true }\n"
    "\n"
    "Candidates are chosen by Optuna, which the analysis needs for it (sudo apt install python3-optuna).\n"
    "Exit status: 0 where it is done; 1 where packages are missing or the runs fail; 2 for mistakes in the "
    "file,\n"
    "3 in its data; 75 where a signal ended it: the same command goes on.";

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
