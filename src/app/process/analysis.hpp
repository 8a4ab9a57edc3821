#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skerry {

/// Looks in the source tree or the installation; returns an empty path if neither has it.
std::filesystem::path shipped(const std::filesystem::path& name);

/// Replaces this process by `skerry-analysis WORDS`; signals wait until the analysis takes them. Its messages
/// name `caller` as the program. Throws UsageError if it is missing.
[[noreturn]] void become_analysis(std::vector<std::string> words, const std::string& caller);

/// Returns the script beside this program, or else the name of what the PATH may have.
std::string analysis_program();
[[noreturn]] void refuse_analysis_start(const std::string& program, int error);
std::vector<char*> arguments_of(std::vector<std::string>& words);

}  // namespace skerry
