#pragma once

#include "skerry/app/command.hpp"
#include "skerry/app/concrete_problem.hpp"
#include "skerry/app/program.hpp"
#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/problem.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace skerry {

/// The command-line arguments that choose a configuration, as for `run`.
struct ConfigurationArguments {
  std::string file;
  std::vector<std::string> settings;  ///< "TABLE.KEY=VALUE", replaces values of the file
  std::optional<std::uint64_t> seed;  ///< replaces run.seed
};

/// Declares CONFIG, and --set KEY=VALUE, which may be given several times. `meaning` describes CONFIG in the
/// help.
void declare_configuration(CommandLine& line, ConfigurationArguments& arguments, const std::string& meaning);
/// Declares --set KEY=VALUE alone.
void declare_settings(CommandLine& line, std::vector<std::string>& settings, const std::string& meaning);
void declare_seed(CommandLine& line, std::optional<std::uint64_t>& seed);

/// A problem built from its configuration.
template <Problem P>
struct LoadedProblem {
  P problem;
  std::uint64_t seed = 1;
};

using MakeProblem = decltype(ProblemType::make);

/// Reads the configuration, or a puzzle in its place (ProblemType::is_puzzle), and makes its problem by
/// `make`. Returns run.seed, or none if the configuration is of another type, whose name is then in `found`.
std::optional<std::uint64_t> load_type(const ConfigurationArguments& arguments, const Program& program,
                                       std::string_view type, MakeProblem make, std::string& found);

/// Loads a problem that is registered as `type`, or a puzzle in its place. Throws UsageError and DataError as
/// `run` does, and UsageError for another type, with `purpose`. If given, `inputs` gets the SHA-256 digest of
/// each file that was read, by its name.
template <Problem P>
LoadedProblem<P> load_problem(const ConfigurationArguments& arguments, const Program& program,
                              std::string_view type, const std::string& purpose,
                              std::map<std::string, std::string>* inputs = nullptr) {
  std::optional<P> problem;
  std::string found;
  const auto seed = load_type(
      arguments, program, type,
      [&](const std::string& name, const Settings& table, Files& files) -> std::unique_ptr<AnyProblem> {
        problem.emplace(make_problem<P>(table, files));
        if (inputs != nullptr) *inputs = files.digests();
        return std::make_unique<ConcreteProblem<P>>(name, *problem);
      },
      found);
  if (!seed) throw UsageError(purpose + "; the problem of " + arguments.file + " is " + found);
  return {.problem = std::move(*problem), .seed = *seed};
}

}  // namespace skerry
