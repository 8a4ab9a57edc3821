#pragma once

#include "app/run/load.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace skerry {

/// The option --set KEY=VALUE, which may come many times.
void add_overrides(CLI::App& command, std::vector<std::string>& settings, const std::string& description);

/// The option --seed N, in place of run.seed.
void add_seed(CLI::App& command, std::optional<std::int64_t>& seed);

/// Throws UsageError for one without a value.
std::vector<LoadRequest::Override> parse_overrides(const std::vector<std::string>& settings);

/// A configuration with the values of both options. Throws UsageError, likewise.
LoadRequest load_request(const std::string& config, const std::vector<std::string>& settings,
                         std::optional<std::int64_t> seed);

}  // namespace skerry
