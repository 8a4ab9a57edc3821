#pragma once

#include <filesystem>
#include <string>

namespace skerry {

/// Has the analysis make a page: `skerry-analysis COMMAND INPUT --output PAGE`, from the source tree or the
/// installation to which this program belongs. Throws UsageError where neither has the analysis, and Error
/// where it fails; it has then said why.
void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page);

}  // namespace skerry
