#include "skerry/app/files.hpp"
#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/run/configuration_arguments.hpp"
#include "app/run/load.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/text_argument.hpp"

#include <string>
#include <vector>

#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* check_examples =
    "Examples:\n"
    "  skerry check configs/party/type2.toml party.txt\n"
    "  skerry run configs/party/type2.toml --json --quiet | jq -r .solution | \\\n"
    "      skerry check configs/party/type2.toml -\n"
    "  skerry check configs/sudoku/island.toml solution.txt --set problem.index=2\n"
    "      for another puzzle than the configuration's: other values for keys of the file\n"
    "\n"
    "Exit status: 0 where the solution breaks no rule, 1 where it does, 3 where the text is no solution.";

struct CheckOptions {
  ConfigurationArguments configuration;
  std::string solution;
};

ExitStatus check(const CheckOptions& options, Program& program) {
  Files files;
  const Loaded loaded = load(load_request(options.configuration), program.problems(), files);
  const auto [text, name] = read_text(options.solution, files);
  const Assessment assessment = loaded.problem->assess(loaded.problem->parse(text, name));
  print_result(check_text(assessment, loaded.problem->direction(), loaded.target, colours(STDOUT_FILENO)));
  const bool sound = assessment.score.violation == 0 && broken_rules(assessment) == 0;
  return sound ? ExitStatus::done : ExitStatus::failed;
}

void declare(CommandLine& line, CheckOptions& options) {
  line.argument("CONFIG", &options.configuration.file, "The configuration, a TOML file");
  line.argument("SOLUTION", &options.solution, "A solution in its text form; - for standard input");
  declare_settings(line, options.configuration.settings, "Another value for a key of the file");
}

}  // namespace

Command check_command() {
  return {.path = "check",
          .summary = "Judges a solution rule by rule",
          .footer = check_examples,
          .declare = with_options(declare, check)};
}

}  // namespace skerry
