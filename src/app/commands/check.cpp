#include "skerry/app/files.hpp"

#include "app/commands/overrides.hpp"
#include "app/commands/program.hpp"
#include "app/commands/report.hpp"
#include "app/run/load.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/text_argument.hpp"

#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry check configs/party/type2.toml party.txt\n"
    "  skerry run configs/party/type2.toml --json --quiet | jq -r .solution | \\\n"
    "      skerry check configs/party/type2.toml -\n"
    "  skerry check configs/sudoku/island.toml solution.txt --set problem.index=2\n"
    "      for another puzzle than the configuration's: other values for keys of the file\n"
    "\n"
    "Exit status: 0 where the solution breaks no rule, 1 where it does, 3 where the text is no solution.";

struct CheckOptions {
  std::string config;
  std::string solution;
  std::vector<std::string> settings;
};

ExitStatus check(const CheckOptions& options, const std::vector<ProblemType>& problems) {
  Files files;
  const Loaded loaded = load(load_request(options.config, options.settings, {}), problems, files);
  const auto [text, name] = read_text(options.solution, files);
  const Assessment assessment = loaded.problem->assess(loaded.problem->parse(text, name));
  print_result(check_text(assessment, loaded.problem->direction(), loaded.target, colours(STDOUT_FILENO)));
  const bool sound = assessment.score.violation == 0 && broken_rules(assessment) == 0;
  return sound ? ExitStatus::done : ExitStatus::failed;
}

}  // namespace

void add_check(CLI::App& app, Program& program) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Judges a solution rule by rule");
  command->footer(examples);
  command->add_option("CONFIG", options->config, "The configuration, a TOML file")->required();
  command->add_option("SOLUTION", options->solution, "A solution in its text form; - for standard input")
      ->required();
  add_overrides(*command, options->settings, "Another value for a key of the file");
  command->callback([options, &program] {
    program.on_first_rank = [options, &program] { return check(*options, program.problems()); };
  });
}

}  // namespace skerry
