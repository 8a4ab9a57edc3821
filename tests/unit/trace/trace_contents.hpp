#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace skerry {

/// Returns every dataset and attribute of a file as text, by path: shapes, values and coordinates. Files with
/// equal maps are equal, except for positions in the file and the attribute `ended`.
std::map<std::string, std::string> trace_contents(const std::filesystem::path& file);

/// Changes a bit of the value in the middle of a dataset of a trace that has ended.
void change_a_value(const std::filesystem::path& file, const std::string& dataset);

}  // namespace skerry
