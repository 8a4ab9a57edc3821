#pragma once

#include "skerry/app/load_problem.hpp"

#include "app/run/load.hpp"

#include <string>
#include <vector>

namespace skerry {

/// "TABLE.KEY=VALUE", taken apart. Throws UsageError for one without a value.
std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings);

/// A configuration with the values that the command line has for it. Throws UsageError, likewise.
LoadRequest load_request(const ConfigurationArguments& arguments);

}  // namespace skerry
