#pragma once

#include <optional>
#include <string>

namespace skerry {

/// Returns the worst fitness that the configuration of a run of MAP-Elites names, as TOML text.
std::optional<double> worst_fitness_of(const std::string& configuration);

}  // namespace skerry
