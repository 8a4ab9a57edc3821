#include "skerry/app/files.hpp"
#include "skerry/app/program.hpp"

#include "app/commands/commands.hpp"
#include "app/report/run_report.hpp"
#include "app/run/configuration_arguments.hpp"
#include "app/run/load.hpp"
#include "app/run/puzzle_request.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/text_argument.hpp"

#include <string>
#include <vector>

#include <unistd.h>

namespace skerry {
namespace {

constexpr const char* check_examples =
    "Examples:\n"
    "  skerry check {config} solution.txt\n"
    "  skerry run {config} --json --quiet | jq -r .solution | \\\n"
    "      skerry check {config} -\n"
    "  skerry check {config} solution.txt --set run.seed=2\n"
    "      with other values for keys of the file\n"
    "\n"
    "Exit status: 0 where the solution breaks no rule or the proof holds, 1 where it does not, 3 where the\n"
    "text is no solution or no certificate.";

struct CheckOptions {
  ConfigurationArguments configuration;
  std::string solution;
  std::string proof;
};

ExitStatus verify(const AnyProblem& problem, const std::string& proof, Files& files) {
  const auto [text, name] = read_text(proof, files);
  const ProofVerdict verdict = problem.verify_proof(text, name);
  print_result(verdict.holds ? verdict.text + "\n" : "not proven: " + verdict.text + "\n");
  return verdict.holds ? ExitStatus::done : ExitStatus::failed;
}

ExitStatus check(const CheckOptions& options, Program& program) {
  Files files;
  const Loaded loaded =
      load(puzzle_request(options.configuration, program, files), program.problems(), files);
  if (!options.proof.empty()) return verify(*loaded.problem, options.proof, files);
  if (options.solution.empty()) {
    throw UsageError(
        "check has neither a solution nor a proof; it is skerry check CONFIG SOLUTION, or --proof FILE");
  }
  const auto [text, name] = read_text(options.solution, files);
  loaded.problem->enter_run(loaded.configuration.seed);
  const Assessment assessment = loaded.problem->assess(loaded.problem->parse(text, name));
  print_result(check_text(assessment, loaded.problem->direction(), loaded.target, colours(STDOUT_FILENO)));
  const bool sound = assessment.score.violation == 0 && broken_rules(assessment) == 0;
  return sound ? ExitStatus::done : ExitStatus::failed;
}

void declare(CommandLine& line, CheckOptions& options) {
  line.argument("CONFIG", &options.configuration.file, "The configuration, a TOML file");
  line.optional_argument("SOLUTION", &options.solution, "A solution in its text form; - for standard input");
  declare_settings(line, options.configuration.settings, "Another value for a key of the file");
  line.option("--proof", &options.proof, "A certificate to verify, with whole numbers and without a solver",
              {.value = "FILE"});
}

}  // namespace

Command check_command() {
  return {.path = "check",
          .summary = "Judges a solution rule by rule",
          .footer = check_examples,
          .declare = with_options(declare, check)};
}

}  // namespace skerry
