#include "app/report/experiment_report.hpp"

#include "app/terminal/console.hpp"
#include "app/terminal/status_line.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

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
  for (const auto& [variant, seed, status] : found.runs) {
    const Variant& of = experiment.variants[variant];
    text += fmt::format("{:>5}  {:<9}  {:>3} island{}  {}\n", ++number, state_text(status), of.islands,
                        of.islands == 1 ? " " : "s", (folder / of.file_of(seed)).string());
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

}  // namespace skerry
