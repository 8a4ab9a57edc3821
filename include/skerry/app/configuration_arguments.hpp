#pragma once

#include "skerry/app/command.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry {

/// The command-line arguments that choose a configuration, as for `run`.
struct ConfigurationArguments {
  std::string file;
  std::vector<std::string> settings;  ///< "TABLE.KEY=VALUE", replaces values of the file
  std::optional<std::int64_t> seed;   ///< replaces run.seed
};

/// Declares CONFIG, and --set KEY=VALUE, which may be given several times. `meaning` describes CONFIG in the
/// help.
void declare_configuration(CommandLine& line, ConfigurationArguments& arguments, const std::string& meaning);
/// Declares --set KEY=VALUE alone.
void declare_settings(CommandLine& line, std::vector<std::string>& settings, const std::string& meaning);
/// Declares --seed N.
void declare_seed(CommandLine& line, std::optional<std::int64_t>& seed);

}  // namespace skerry
