#pragma once

#include "app/experiment/conductor.hpp"
#include "app/experiment/description.hpp"
#include "app/experiment/place.hpp"

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

/// Has the analysis make a page: `skerry-analysis COMMAND INPUT --output PAGE`, from the source tree or the
/// installation to which this program belongs. Throws UsageError where neither has the analysis, and Error
/// where it fails; it has then said why.
void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page);

}  // namespace skerry
