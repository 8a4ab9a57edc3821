#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace skerry {

/// Every dataset and attribute of a file as text, by path: shapes, values and coordinates. Equal maps are
/// equal files, but for the places of things in them and for the attribute `ended`.
std::map<std::string, std::string> trace_contents(const std::filesystem::path& file);

}  // namespace skerry
