#pragma once

#include "app/experiment/description.hpp"

#include <filesystem>

#include <nlohmann/json.hpp>

namespace skerry {

/// What the folder of an experiment holds, for those who read its traces; docs/experiments.md has the keys.
nlohmann::ordered_json manifest_of(const ExperimentDescription& experiment);

/// Writes it to FOLDER/experiment.json, whole or not at all. Throws UsageError where that cannot be made,
/// and Error where writing fails.
void write_manifest(const ExperimentDescription& experiment, const std::filesystem::path& folder);

}  // namespace skerry
