#include "skerry/app/load_problem.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"

#include "app/commands/commands.hpp"
#include "app/process/analysis.hpp"
#include "engine/communication/environment.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry {
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

constexpr const char* tune_examples =
    "Examples:\n"
    "  skerry tune my.toml\n"
    "      finds settings by the runs that the file grants, into results/my; repeated after a kill, it goes "
    "on\n"
    "  skerry tune my.toml --cores 4 --output /scratch/my\n"
    "      has as many runs side by side as 4 cores hold; the settings that it finds do not depend on that\n"
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

constexpr const char* new_examples =
    "Examples:\n"
    "  skerry new\n"
    "      lists what can be made: puzzles, configurations, projects in C++, scripts, experiments, jobs\n"
    "  skerry new party players.csv --formation 4-4-2\n"
    "      players.toml, a puzzle for the players of that table: skerry run players.toml\n"
    "  skerry new configuration qap --output mine.toml\n"
    "      a configuration of a shipped problem, with comments\n"
    "\n"
    "Exit status: 0; 2 for mistakes in the call, 3 in a table.";

constexpr char experiment[] = "experiment";
constexpr char tune[] = "tune";

/// The options of both commands. Those that are given go to the analysis as they are.
struct ConductOptions {
  std::string file;
  std::string output;
  std::optional<std::uint64_t> cores;
  std::string launcher;
  std::vector<std::string> settings;
  std::optional<std::uint64_t> seeds;
  std::vector<std::string> variants;
  std::string part;
  bool force = false;
  bool list = false;
  bool json = false;
  bool quiet = false;
};

/// The analysis carries out the runs by this program. `command` is one of its commands.
template <const auto& command>
ExitStatus conduct(const ConductOptions& options, Program& /*program*/) {
  if (launched().starts_mpi()) {
    throw UsageError(
        fmt::format("{} starts the ranks of its runs itself; call it without mpirun or srun", command));
  }
  std::vector<std::string> words = {command, "--program",
                                    std::filesystem::read_symlink("/proc/self/exe").string()};
  // A value may begin with a dash.
  const auto give = [&words](const char* name, const std::string& value) {
    if (!value.empty()) words.push_back(fmt::format("{}={}", name, value));
  };
  const auto number = [](const auto& value) { return value ? std::to_string(*value) : std::string(); };
  give("--output", options.output);
  give("--cores", number(options.cores));
  give("--launcher", options.launcher);
  for (const std::string& setting : options.settings) give("--set", setting);
  give("--seeds", number(options.seeds));
  for (const std::string& name : options.variants) give("--variants", name);
  give("--part", options.part);
  const std::pair<const char*, bool> flags[] = {{"--force", options.force},
                                                {"--list", options.list},
                                                {"--json", options.json},
                                                {"--quiet", options.quiet}};
  for (const auto& [name, given] : flags) {
    if (given) words.emplace_back(name);
  }
  words.insert(words.end(), {"--", options.file});
  become_analysis(std::move(words));
}

constexpr Range<std::int64_t> counts{1, 1'000'000};

void declare_place(CommandLine& line, ConductOptions& options, const char* argument) {
  line.option("--output", &options.output,
              fmt::format("The folder of the traces (default results/<{}>)", argument), {.value = "FOLDER"});
  line.option("--cores", &options.cores, "Cores that runs may keep busy (default: all, or those of the job)",
              {.value = "N", .range = counts});
  line.option(
      "--launcher", &options.launcher,
      "The command that starts a rank for each island and takes -n (default: none, islands are threads)",
      {.value = "COMMAND"});
}

void declare_experiment(CommandLine& line, ConductOptions& options) {
  line.argument("EXPERIMENT", &options.file, "The experiment, a TOML file");
  declare_settings(line, options.settings, "Another value for a key of all configurations");
  line.option("--seeds", &options.seeds,
              "Number of seeds of each variant, in place of that of the experiment",
              {.value = "N", .range = counts});
  line.option(
      "--variants", &options.variants,
      "Carry out the variants of these names alone, as --list shows them without the seed; * stands for "
      "any characters",
      {.value = "NAME"});
  declare_place(line, options, "EXPERIMENT");
  line.option("--part", &options.part, "One of N shares of the runs", {.value = "I/N"});
  line.flag("--force", &options.force, "Begin all runs anew");
  line.flag("--list", &options.list, "Show the runs with their status, and carry out none");
  line.flag("--json", &options.json,
            "Print one JSON object on stdout; with --list, the plan as experiment.json has it");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

void declare_tune(CommandLine& line, ConductOptions& options) {
  line.argument("FILE", &options.file, "The tuning, a TOML file");
  declare_place(line, options, "FILE");
  line.flag("--json", &options.json, "Print one JSON object on stdout");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

struct NewOptions {
  std::string kind;
  std::string subject;
  std::string formation;
  std::string price;
  std::string roles;
  std::string output;
  bool force = false;
};

/// The analysis makes the files.
ExitStatus make_new(const NewOptions& options, Program& /*program*/) {
  std::vector<std::string> words = {"new"};
  for (const auto& [name, value] :
       {std::pair{"--formation", options.formation}, std::pair{"--price", options.price},
        std::pair{"--roles", options.roles}, std::pair{"--output", options.output}}) {
    if (!value.empty()) words.push_back(fmt::format("{}={}", name, value));
  }
  if (options.force) words.emplace_back("--force");
  words.emplace_back("--");
  for (const std::string& word : {options.kind, options.subject})
    if (!word.empty()) words.push_back(word);
  become_analysis(std::move(words));
}

void declare_new(CommandLine& line, NewOptions& options) {
  line.optional_argument("KIND", &options.kind,
                         "party, configuration, project, script, experiment or job (default: lists them)");
  line.optional_argument("SUBJECT", &options.subject,
                         "Of a party the table of players, of a configuration the problem, of an experiment "
                         "the configuration");
  line.option("--formation", &options.formation,
              "The lines of a party from the back, such as 4-4-2, or 2-1-2 of another sport",
              {.value = "LINES"});
  line.option("--price", &options.price,
              "The column whose sum is to be small (default: one that is named price, cost, ...)",
              {.value = "COLUMN"});
  line.option("--roles", &options.roles,
              "The column of who may stand where (default: one that is named roles, position, ...)",
              {.value = "COLUMN"});
  line.option("--output", &options.output, "What is made (default: named after SUBJECT or KIND, here)",
              {.value = "PATH"});
  line.flag("--force", &options.force, "Overwrite it");
}

}  // namespace

Command new_command() {
  return {.path = "new",
          .summary = "Makes a puzzle, a configuration, a project or a job to begin with",
          .footer = new_examples,
          .declare = with_options(declare_new, make_new)};
}

Command experiment_command() {
  return {.path = "experiment",
          .summary = "Carries out many runs, described in one file",
          .footer = experiment_examples,
          .declare = with_options(declare_experiment, conduct<experiment>),
          .interruptible = true};
}

Command tune_command() {
  return {.path = "tune",
          .summary = "Finds better settings for a configuration, by many runs",
          .footer = tune_examples,
          .declare = with_options(declare_tune, conduct<tune>),
          .interruptible = true};
}

}  // namespace skerry
