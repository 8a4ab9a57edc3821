#include "app/process/analysis.hpp"

#include "skerry/error.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include <fmt/core.h>
#include <unistd.h>

namespace skerry {

std::string analysis_program() {
  const std::filesystem::path script = shipped("jobs/analysis.sh");
  return script.empty() ? "skerry-analysis" : script.string();
}

void refuse_analysis_start(const std::string& program, int error) {
  if (error != ENOENT)
    throw Error(ExitStatus::failed, fmt::format("cannot start {}: {}", program, std::strerror(error)));
  throw UsageError(
      "the analysis of skerry, which carries out experiments, tunes and makes files and pages, is neither in "
      "this "
      "source tree nor installed beside this program, and the PATH has no skerry-analysis (docs/analysis.md "
      "tells how to install it)");
}

std::vector<char*> arguments_of(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::filesystem::path shipped(const std::filesystem::path& name) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* place : {"../..", "../share/skerry"}) {
    std::filesystem::path found = (folder / place / name).lexically_normal();
    if (std::filesystem::exists(found, error)) return found;
  }
  return {};
}

void become_analysis(std::vector<std::string> words, const std::string& caller) {
  words.insert(words.begin(), analysis_program());
  ::setenv("SKERRY_CALLED_AS", caller.c_str(), 1);
  sigset_t waiting;
  sigset_t before;
  sigemptyset(&waiting);
  for (const int signal : {SIGUSR1, SIGTERM, SIGINT, SIGHUP}) sigaddset(&waiting, signal);
  ::sigprocmask(SIG_BLOCK, &waiting, &before);
  ::execvp(words[0].c_str(), arguments_of(words).data());
  const int error = errno;
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  refuse_analysis_start(words[0], error);
}

}  // namespace skerry
