#include "app/report/experiment_report.hpp"

#include "skerry/error.hpp"

#include "app/process/environment.hpp"
#include "app/terminal/console.hpp"
#include "app/terminal/progress.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace skerry {
namespace fs = std::filesystem;
namespace {

std::string state_text(RunStatus status) {
  switch (status) {
    case RunStatus::missing:
      return "to do";
    case RunStatus::unfinished:
      return "to go on";
    case RunStatus::busy:
      return "elsewhere";
    case RunStatus::finished:
      break;
  }
  return "finished";
}

}  // namespace

std::string progress_text(const ExperimentProgress& progress) {
  std::string text = fmt::format("run {}/{}", grouped(progress.kept + progress.done), grouped(progress.runs));
  if (progress.kept > 0) text += fmt::format(" ({} kept)", grouped(progress.kept));
  if (progress.failed > 0) text += fmt::format("  {} failed", grouped(progress.failed));
  if (progress.seconds_left > 0) text += fmt::format("  {} left", duration_text(progress.seconds_left));
  if (!progress.under_way.empty()) text += fmt::format("  {}", fmt::join(progress.under_way, ", "));
  return text;
}

std::string list_text(const ExperimentDescription& experiment, const Survey& found, const fs::path& folder) {
  std::string text;
  std::uint64_t number = 0;
  for (const auto& [variant, seed, status, other_build] : found.runs) {
    const Variant& of = experiment.variants[variant];
    text += fmt::format("{:>5}  {:<9}  {:>3} island{}  {}{}\n", ++number, state_text(status), of.islands,
                        of.islands == 1 ? " " : "s", (folder / of.file_of(seed)).string(),
                        other_build ? ", by another build" : "");
  }
  text += fmt::format("{} runs of {} variants: {} finished, {} to go on, {} to do", found.runs.size(),
                      experiment.variants.size(), found.count(RunStatus::finished),
                      found.count(RunStatus::unfinished), found.count(RunStatus::missing));
  if (const auto busy = found.count(RunStatus::busy); busy > 0) text += fmt::format(", {} elsewhere", busy);
  return text;
}

std::string experiment_text(const ExperimentDescription& experiment, const ExperimentProgress& progress,
                            const fs::path& folder, double elapsed_s) {
  std::string text = fmt::format("{}: {} of {} runs are finished ({} now in {}, {} before)", experiment.title,
                                 grouped(progress.kept + progress.done), grouped(progress.runs),
                                 grouped(progress.done), duration_text(elapsed_s), grouped(progress.kept));
  if (progress.failed > 0) text += fmt::format(", {} failed", grouped(progress.failed));
  if (progress.infeasible > 0) {
    text += fmt::format("; {} now without a feasible solution", grouped(progress.infeasible));
  }
  return text + fmt::format("\ntraces  {}\n", folder.string());
}

nlohmann::ordered_json experiment_json(const ExperimentDescription& experiment,
                                       const ExperimentProgress& progress, const fs::path& folder,
                                       double elapsed_s) {
  return {{"experiment", experiment.name},
          {"folder", folder.string()},
          {"runs", progress.runs},
          {"kept", progress.kept},
          {"done", progress.done},
          {"failed", progress.failed},
          {"infeasible", progress.infeasible},
          {"left", progress.left()},
          {"seconds", elapsed_s}};
}

std::string analysis_program() {
  const fs::path script = shipped("jobs/analysis.sh");
  return script.empty() ? "skerry-analysis" : script.string();
}

Error cannot_start_analysis(const std::string& program, int error) {
  if (error == ENOENT) {
    return {
        ExitStatus::usage,
        "the analysis of skerry, which tunes and makes pages, is neither in this source tree nor installed "
        "beside this program, and the PATH has no skerry-analysis (docs/analysis.md tells how to install "
        "it)"};
  }
  return {ExitStatus::failed, fmt::format("cannot start {}: {}", program, std::strerror(error))};
}

void make_page(const std::string& command, const std::filesystem::path& input,
               const std::filesystem::path& page) {
  std::array<std::string, 5> words = {analysis_program(), command, input.string(), "--output", page.string()};
  std::array<char*, 6> arguments{};
  for (std::size_t i = 0; i < words.size(); ++i) arguments[i] = words[i].data();
  pid_t process = 0;
  // Standard output is for the answers.
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  const int failure = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), ::environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) throw cannot_start_analysis(words[0], failure);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(ExitStatus::failed, fmt::format("the page {} was not made", page.string()));
}

}  // namespace skerry
