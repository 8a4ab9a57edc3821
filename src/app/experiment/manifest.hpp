#pragma once

#include "app/experiment/description.hpp"

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// Returns the contents of an experiment's folder as a JSON object, for programs that read its traces;
/// docs/experiments.md describes the keys.
nlohmann::ordered_json manifest_of(const ExperimentDescription& experiment);

/// Writes that object to FOLDER/experiment.json, whole or not at all. Throws UsageError where the file cannot
/// be made, and Error where writing fails.
void write_manifest(const ExperimentDescription& experiment, const std::filesystem::path& folder);

}  // namespace skerry
