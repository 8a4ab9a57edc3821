#include "app/report/analysis_page.hpp"

#include "skerry/error.hpp"

#include "app/process/launch.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/core.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {

namespace {

std::filesystem::path analysis_script() {
  const std::filesystem::path script = shipped("jobs/analysis.sh");
  if (!script.empty()) return script;
  throw UsageError(
      "the analysis of skerry, which makes pages, is neither in this source tree nor installed beside this "
      "program; write the answers with --json, and give them to skerry-analysis where it is installed");
}

}  // namespace

void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page) {
  std::array<std::string, 5> words = {analysis_script().string(), command, input.string(), "--output",
                                      page.string()};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t process = 0;
  // Standard output is for the answers.
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failure = ::posix_spawn(&process, arguments[0], &actions, nullptr, arguments.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0)
    throw Error(ExitStatus::failed, fmt::format("cannot start {}: {}", words[0], std::strerror(failure)));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(ExitStatus::failed, fmt::format("the page {} was not made", page.string()));
}

}  // namespace skerry
