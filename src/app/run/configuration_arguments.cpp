#include "app/run/configuration_arguments.hpp"

#include "skerry/app/files.hpp"
#include "skerry/app/load_problem.hpp"
#include "skerry/error.hpp"

#include "app/run/puzzle_request.hpp"

#include <algorithm>
#include <utility>

#include <fmt/core.h>

namespace skerry {

void declare_configuration(CommandLine& line, ConfigurationArguments& arguments, const std::string& meaning) {
  line.argument("CONFIG", &arguments.file, meaning);
  declare_settings(line, arguments.settings, "Another value for a key of the file");
}

void declare_settings(CommandLine& line, std::vector<std::string>& settings, const std::string& meaning) {
  line.option("--set", &settings, meaning + ": TABLE.KEY=VALUE", {.value = "KEY=VALUE"});
}

void declare_seed(CommandLine& line, std::optional<std::int64_t>& seed) {
  line.option("--seed", &seed, "Seed of all random numbers (run.seed; default 1)", {.value = "N"});
}

std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings) {
  std::vector<LoadRequest::Override> overrides;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos) {
      throw UsageError(fmt::format("--set {} has no value; it is --set TABLE.KEY=VALUE", setting));
    }
    overrides.push_back({setting.substr(0, equals), setting.substr(equals + 1)});
  }
  return overrides;
}

LoadRequest load_request(const ConfigurationArguments& arguments) {
  LoadRequest request{.config = arguments.file, .overrides = parse_overrides(arguments.settings)};
  if (arguments.seed) request.overrides.push_back({"run.seed", std::to_string(*arguments.seed)});
  return request;
}

std::optional<std::uint64_t> load_type(const ConfigurationArguments& arguments, const Program& program,
                                       std::string_view type, MakeProblem make, std::string& found) {
  std::vector<ProblemType> problems = program.problems();
  const auto own = std::ranges::find(problems, type, &ProblemType::name);
  if (own != problems.end()) own->make = std::move(make);
  Files files;
  const Loaded loaded = load(puzzle_request(arguments, program, files), problems, files);
  found = loaded.problem->name();
  if (found != type) return std::nullopt;
  return loaded.configuration.seed;
}

}  // namespace skerry
