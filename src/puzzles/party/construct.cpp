#include "skerry/app/files.hpp"

#include "app/commands/overrides.hpp"
#include "app/commands/program.hpp"
#include "app/run/load.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/output_file.hpp"
#include "puzzles/party/construction.hpp"
#include "puzzles/party/problem.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace skerry {
namespace {

constexpr const char* examples =
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
  std::string config;
  std::vector<std::string> settings;
  std::optional<std::int64_t> seed;
  std::uint64_t attempts = 0;
  bool unguided = false;
  std::string output;
};

ExitStatus construct(const ConstructOptions& options, const std::vector<ProblemType>& problems) {
  Files files;
  const Loaded loaded = load(load_request(options.config, options.settings, options.seed), problems, files);
  auto* problem = dynamic_cast<ConcreteProblem<party::PartyProblem>*>(loaded.problem.get());
  if (problem == nullptr) {
    throw UsageError(fmt::format("construct builds parties; the problem of {} is {}", options.config,
                                 loaded.problem->name()));
  }
  std::optional<OutputFile> output;
  if (!options.output.empty()) {
    output.emplace(options.output);
    output->write(construction_header);
  }
  party::ConstructionSettings settings = problem->problem().construction();
  if (options.unguided) settings.guided = false;
  Construction construction(problem->problem().roster(), settings, loaded.configuration.seed);
  for (std::uint64_t attempt = 1; attempt <= options.attempts; ++attempt) {
    const std::string row = construction.attempt(attempt);
    if (output) output->write(row);
  }
  if (output) output->close();
  print_result(construction.summary());
  return ExitStatus::done;
}

}  // namespace

void add_construct(CLI::App& app, Program& program) {
  auto options = std::make_shared<ConstructOptions>();
  CLI::App* command = app.add_subcommand("construct", "Builds parties by Algorithm 1 alone");
  command->footer(examples);
  command->add_option("CONFIG", options->config, "A configuration with a party puzzle, a TOML file")
      ->required();
  add_overrides(*command, options->settings, "Another value for a key of the file");
  add_seed(*command, options->seed);
  command->add_option("--attempts", options->attempts, "Parties to try")
      ->required()
      ->type_name("N")
      ->check(CLI::Range(1.0, 1e12));
  command->add_flag("--unguided", options->unguided, "Any candidate, not one of the highest synergy");
  command->add_option("--output", options->output, "A row for each attempt, CSV")->type_name("FILE");
  command->callback([options, &program] {
    program.on_first_rank = [options, &program] { return construct(*options, program.problems()); };
  });
}

}  // namespace skerry
