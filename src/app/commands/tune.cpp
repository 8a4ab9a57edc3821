#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/commands/experiment.hpp"
#include "app/report/experiment_report.hpp"

#include <cerrno>
#include <filesystem>
#include <string>
#include <vector>

#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

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

struct TuneOptions {
  std::string file;
  PlaceOptions place;
  bool json = false;
  bool quiet = false;
};

/// Becomes the analysis, so that a terminal and signals are its own.
ExitStatus tune(const TuneOptions& options, Program& /*program*/) {
  refuse_ranks("tune");
  std::vector<std::string> words = {analysis_program(), "tune", options.file, "--program",
                                    fs::read_symlink("/proc/self/exe").string()};
  const auto give = [&words](const std::string& name, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {name, value});
  };
  give("--output", options.place.output);
  give("--cores", options.place.cores ? std::to_string(*options.place.cores) : "");
  give("--launcher", options.place.launcher);
  if (options.json) words.emplace_back("--json");
  if (options.quiet) words.emplace_back("--quiet");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  throw cannot_start_analysis(words[0], errno);
}

void declare(CommandLine& line, TuneOptions& options) {
  line.argument("FILE", &options.file, "The tuning, a TOML file");
  declare_place(line, options.place, "FILE");
  line.flag("--json", &options.json, "Print one JSON object on stdout");
  line.flag("--quiet", &options.quiet, "Show no progress");
}

}  // namespace

Command tune_command() {
  return {.path = "tune",
          .summary = "Finds better settings for a configuration, by many runs",
          .footer = tune_examples,
          .declare = with_options(declare, tune)};
}

}  // namespace skerry
