#pragma once

#include "run/load.hpp"

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace skerry {

/// The option --set KEY=VALUE, which may come many times.
void add_overrides(CLI::App& command, std::vector<std::string>& settings, const std::string& description);

/// Throws UsageError for one without a value.
std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings);

}  // namespace skerry
