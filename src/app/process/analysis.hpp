#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace skerry {

/// Looks in the source tree or the installation, which are laid out alike. Returns an empty path if neither
/// has it.
std::filesystem::path shipped(const std::filesystem::path& name);

/// Replaces this process by `skerry-analysis WORDS`, so that the terminal and signals are its own. SIGUSR1,
/// SIGTERM, SIGINT and SIGHUP wait until the analysis takes them. Its messages name `caller` as the program.
/// Throws UsageError if it is missing.
[[noreturn]] void become_analysis(std::vector<std::string> words, const std::string& caller);

/// Returns the script that starts the analysis beside this program, or else the name of what the PATH may
/// have.
std::string analysis_program();
/// Throws the error of a call that could not start it.
[[noreturn]] void refuse_analysis_start(const std::string& program, int error);
/// Returns the words as the system takes them; they must outlive the pointers.
std::vector<char*> arguments_of(std::vector<std::string>& words);

}  // namespace skerry
