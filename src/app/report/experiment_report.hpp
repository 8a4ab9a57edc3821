#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/survey.hpp"

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

namespace skerry {

/// "run 47/300 (12 kept)  1 failed  2 min 10 s left  type1-islands seeds 36 to 40".
std::string progress_text(const ExperimentProgress& progress);

/// A line for each run, how far it is and where its trace is, and how many there are.
std::string list_text(const ExperimentDescription& experiment, const Survey& found,
                      const std::filesystem::path& folder);

/// How it ended, for people and for programs.
std::string experiment_text(const ExperimentDescription& experiment, const ExperimentProgress& progress,
                            const std::filesystem::path& folder, double elapsed_s);
nlohmann::ordered_json experiment_json(const ExperimentDescription& experiment,
                                       const ExperimentProgress& progress,
                                       const std::filesystem::path& folder, double elapsed_s);

}  // namespace skerry
