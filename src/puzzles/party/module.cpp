#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/load_problem.hpp"
#include "skerry/app/settings.hpp"

#include "app/terminal/console.hpp"
#include "puzzles/party/search/constructor.hpp"
#include "puzzles/party/search/islands.hpp"
#include "puzzles/party/search/problem.hpp"
#include "puzzles/registry.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace skerry::party {
namespace {

constexpr const char* construct_examples =
    "Examples:\n"
    "  skerry construct configs/party/type2.toml --attempts 5000\n"
    "      how often Algorithm 1 builds a party that meets the puzzle, and what stops it\n"
    "  skerry construct configs/party/type2.toml --attempts 5000 --output guided.csv\n"
    "  skerry construct configs/party/type2.toml --attempts 5000 --unguided --output unguided.csv\n"
    "      a row for each attempt, guided by synergy and not, as for a histogram\n"
    "\n"
    "Columns: attempt, mode, synergy, feasible, objective, seconds, failed_requirement. Synergy and "
    "objective\n"
    "are empty where an attempt ended before every node had its hero.";

struct ConstructOptions {
  ConfigurationArguments configuration;
  std::uint64_t attempts = 0;
  bool unguided = false;
  std::string output;
};

ExitStatus run(const ConstructOptions& options, Program& program) {
  const auto [problem, seed] =
      load_problem<PartyProblem>(options.configuration, program, "party", "construct builds parties");
  std::optional<OutputFile> output;
  if (!options.output.empty()) {
    output.emplace(options.output);
    output->write(construction_header);
  }
  ConstructionSettings settings = problem.construction();
  if (options.unguided) settings.guided = false;
  Construction construction(problem.roster(), settings, seed);
  for (std::uint64_t attempt = 1; attempt <= options.attempts; ++attempt) {
    const std::string row = construction.attempt(attempt);
    if (output) output->write(row);
  }
  if (output) output->close();
  print_result(construction.summary());
  return ExitStatus::done;
}

void declare(CommandLine& line, ConstructOptions& options) {
  declare_configuration(line, options.configuration,
                        "A party puzzle, or a configuration with one, a TOML file");
  declare_seed(line, options.configuration.seed);
  line.option("--attempts", &options.attempts, "Parties to try",
              {.value = "N", .range = Range<double>{1, 1e12}, .required = true});
  line.flag("--unguided", &options.unguided, "Take any candidate, not one of the highest synergy");
  line.option("--output", &options.output, "A CSV file with a row for each attempt", {.value = "FILE"});
}

/// Makes the task of `construct = { attempts = 5000, guided = false }` in an experiment.
TableTask task(const Settings& table) {
  TableTask task{.rows = static_cast<std::uint64_t>(table.integer("attempts", positive_range)),
                 .row_name = "attempts"};
  task.options = {"--attempts", std::to_string(task.rows)};
  if (!table.flag("guided", true)) task.options.emplace_back("--unguided");
  return task;
}

}  // namespace

static Command construct_command() {
  return {.path = "construct",
          .summary = "Builds parties by Algorithm 1 alone",
          .footer = construct_examples,
          .declare = with_options(declare, run),
          .task = task};
}

Module module() {
  ProblemType problem = problem_type<PartyProblem>("party");
  problem.is_puzzle = [](const Settings& file) { return file.has("pool") && file.has("formation"); };
  problem.puzzle_configuration = "configs/party/designer.toml";
  return {.problem = std::move(problem),
          .commands = {construct_command()},
          .example = "configs/party/type2.toml"};
}

}  // namespace skerry::party
