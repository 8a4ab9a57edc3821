#pragma once

#include "skerry/app/configuration_arguments.hpp"

#include "app/run/load.hpp"

#include <string>
#include <vector>

namespace skerry {

/// Splits texts of the form "TABLE.KEY=VALUE". Throws UsageError for one without a value.
std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings);

/// Returns the configuration that the command line asks for, with its values. Throws UsageError for one
/// without a value.
LoadRequest load_request(const ConfigurationArguments& arguments);

}  // namespace skerry
