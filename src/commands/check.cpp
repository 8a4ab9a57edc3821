#include "skerry/files.hpp"

#include "commands/console.hpp"
#include "commands/program.hpp"
#include "commands/report.hpp"
#include "run/load.hpp"

#include <iostream>
#include <iterator>
#include <memory>

#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* examples =
    "Examples:\n"
    "  skerry check configs/party/type2.toml party.txt\n"
    "  skerry run configs/party/type2.toml --json --quiet | jq -r .solution | \\\n"
    "      skerry check configs/party/type2.toml -\n"
    "\n"
    "Exit status: 0 where the solution breaks no rule, 1 where it does, 3 where the text is no solution.";

struct CheckOptions {
  std::string config;
  std::string solution;
};

ExitStatus check(const CheckOptions& options, const std::vector<ProblemType>& problems) {
  Files files;
  const Loaded loaded = load({options.config, {}}, problems, files);
  const bool piped = options.solution == "-";
  const std::string text = piped ? std::string(std::istreambuf_iterator<char>(std::cin), {})
                                 : files.read(options.solution, Files::Role::data);
  const auto genome = loaded.problem->parse(text, piped ? "standard input" : options.solution);
  const Assessment assessment = loaded.problem->assess(genome);
  print_result(
      assessment_text(assessment, loaded.problem->direction(), loaded.target, colours(STDOUT_FILENO)));
  return assessment.score.violation > 0 ? ExitStatus::failed : ExitStatus::done;
}

}  // namespace

void add_check(CLI::App& app, Program& program) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command = app.add_subcommand("check", "Judges a solution rule by rule");
  command->footer(examples);
  command->add_option("CONFIG", options->config, "The configuration, a TOML file")->required();
  command->add_option("SOLUTION", options->solution, "A solution in its text form; - for standard input")
      ->required();
  command->callback([options, &program] {
    program.on_first_rank = [options, &program] { return check(*options, program.problems()); };
  });
}

}  // namespace skerry
