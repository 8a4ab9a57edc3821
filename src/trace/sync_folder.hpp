#pragma once

#include <filesystem>

namespace skerry {

/// Brings the names of new files in a folder to the disk. Some file systems cannot do this, and need not.
void sync_folder(const std::filesystem::path& folder);

}  // namespace skerry
