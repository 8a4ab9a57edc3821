#pragma once

#include "skerry/error.hpp"

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/place.hpp"

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace skerry {

/// Returns a line such as "run 47/300 (12 kept)  1 failed  2 min 10 s left  type1-islands seeds 36 to 40".
std::string progress_text(const ExperimentProgress& progress);

std::string list_text(const ExperimentDescription& experiment, const Survey& found,
                      const std::filesystem::path& folder);

std::string experiment_text(const ExperimentDescription& experiment, const ExperimentProgress& progress,
                            const std::filesystem::path& folder, double elapsed_s);
nlohmann::ordered_json experiment_json(const ExperimentDescription& experiment,
                                       const ExperimentProgress& progress,
                                       const std::filesystem::path& folder, double elapsed_s);

/// Returns the script that starts the analysis beside this program, or else the name of what the PATH may
/// have.
std::string analysis_program();
/// Returns the error for a system's error when the analysis was started.
Error cannot_start_analysis(const std::string& program, int error);

/// Runs `skerry-analysis COMMAND INPUT --output PAGE`. Throws UsageError if the analysis is missing, and
/// Error if it fails; it has then said why.
void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page);

}  // namespace skerry
