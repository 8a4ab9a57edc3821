#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace skerry {

/// Returns the folder of the journals beside a trace, in which each island has a file.
std::filesystem::path journal_of(const std::filesystem::path& trace);
/// Returns the name of an island's file.
std::string journal_name(std::uint32_t island);
/// Returns the files of a folder of journals, sorted by name; none if there is no such folder.
std::vector<std::filesystem::path> journals_in(const std::filesystem::path& folder);

/// Removes the journals beside a trace. Those of a trace that is gone are removed only if `force`; otherwise
/// throws UsageError.
void remove_journal(const std::filesystem::path& trace, bool force);

}  // namespace skerry
