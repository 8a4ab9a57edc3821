#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/survey.hpp"

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// Returns a line such as "run 47/300 (12 kept)  1 failed  2 min 10 s left  type1-islands seeds 36 to 40".
std::string progress_text(const ExperimentProgress& progress);

/// Returns a line for each run, with its status and its trace, and a line with the total.
std::string list_text(const ExperimentDescription& experiment, const Survey& found,
                      const std::filesystem::path& folder);

/// Return the outcome of the experiment, for people and as JSON.
std::string experiment_text(const ExperimentDescription& experiment, const ExperimentProgress& progress,
                            const std::filesystem::path& folder, double elapsed_s);
nlohmann::ordered_json experiment_json(const ExperimentDescription& experiment,
                                       const ExperimentProgress& progress,
                                       const std::filesystem::path& folder, double elapsed_s);

}  // namespace skerry
