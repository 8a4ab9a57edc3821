#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skerry {

/// Looks in the source tree or the installation, which are laid out alike. Returns an empty path if neither
/// has it.
std::filesystem::path shipped(const std::filesystem::path& name);

/// Replaces this process by `skerry-analysis WORDS`, so that the terminal and signals are its own. SIGUSR1,
/// SIGTERM, SIGINT and SIGHUP wait until the analysis takes them. Throws UsageError if it is missing.
[[noreturn]] void become_analysis(std::vector<std::string> words);

/// Runs `skerry-analysis COMMAND INPUT --output PAGE`. Throws UsageError if the analysis is missing, and
/// Error if it fails; it has then said why.
void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page);

}  // namespace skerry
