#include "app/commands/series.hpp"

#include "skerry/error.hpp"

#include "app/report/ending.hpp"
#include "app/report/run_report.hpp"
#include "app/run/run_status.hpp"
#include "app/run/session_shown.hpp"
#include "app/start/starting.hpp"
#include "app/terminal/console.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "trace/file_lock.hpp"

#include <optional>
#include <span>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

class Series {
 public:
  Series(const Loaded& loaded, const SeriesSettings& settings, Program& program)
      : loaded_(loaded), settings_(settings), program_(program), world_(program.world()) {}

  ExitStatus run() {
    look();
    const bool first = world_.rank() == 0;
    ExitStatus status = ExitStatus::failed;
    std::vector<SessionReport> reports;
    for (std::uint64_t number = 0; number < settings_.count; ++number) {
      const SessionReport report = one(number);
      if (first) print_ending(report, settings_.json ? Form::json : Form::line, program_, go_on_);
      if (report.outcome.reason == StopReason::interrupted) return status_of(report);
      if (status_of(report) == ExitStatus::done) status = ExitStatus::done;
      reports.push_back(report);
    }
    if (first && !settings_.json && settings_.count > 1) print_result(repeat_summary(reports));
    return status;
  }

 private:
  std::uint64_t seed_of(std::uint64_t number) const { return loaded_.configuration.seed + number; }

  std::optional<std::filesystem::path> trace_of(std::uint64_t number) const {
    if (!loaded_.configuration.trace) return std::nullopt;
    return trace_of_seed(settings_.output, seed_of(number));
  }

  void look() {
    statuses_.assign(settings_.count, RunStatus::missing);
    collectively(world_, [&] {
      if (world_.rank() != 0 || !loaded_.configuration.trace) return;
      for (std::uint64_t number = 0; number < settings_.count; ++number)
        refuse_own_start(loaded_, *trace_of(number));
      for (std::uint64_t number = 0; number < settings_.count; ++number) look_at(number);
    });
    world_.broadcast_bytes(std::as_writable_bytes(std::span(statuses_)));
  }

  /// Called on the first rank.
  void look_at(std::uint64_t number) {
    if (settings_.force || !loaded_.configuration.trace) return;
    const auto trace = *trace_of(number);
    statuses_[number] = run_status_of(trace, loaded_, seed_of(number), settings_.islands);
    if (statuses_[number] == RunStatus::busy) throw UsageError(text_of_locked(trace));
  }

  /// Looks at the run once more, since another process may have begun it, or finished it, meanwhile.
  SessionReport one(std::uint64_t number) {
    if (statuses_[number] != RunStatus::finished) look_again_at(number);
    if (statuses_[number] != RunStatus::missing) return existing(number);
    try {
      return anew(number);
    } catch (const AgreedFailure& failure) {
      if (failure.failure.status != ExitStatus::usage) throw;
      look_again_at(number);
      if (statuses_[number] == RunStatus::missing) throw;
    }
    return existing(number);
  }

  void look_again_at(std::uint64_t number) {
    collectively(world_, [&] {
      if (world_.rank() == 0) look_at(number);
    });
    world_.broadcast(statuses_[number]);
  }

  SessionReport existing(std::uint64_t number) {
    return statuses_[number] == RunStatus::finished ? kept(number) : unfinished(number);
  }

  SessionReport anew(std::uint64_t number) {
    return evolve(loaded_,
                  {.seed = seed_of(number),
                   .islands = settings_.islands,
                   .trace = trace_of(number),
                   .overwrite = settings_.force,
                   .starters = settings_.starters,
                   .command = {},
                   .watch = {}},
                  settings_.mode, program_);
  }

  /// Returns the report of a finished run. The first rank knows all of it; the others learn only the
  /// violation, which decides the exit status.
  SessionReport kept(std::uint64_t number) {
    SessionReport report;
    double violation = 0;
    collectively(world_, [&] {
      if (world_.rank() != 0) return;
      report = past_report(*trace_of(number));
      violation = report.outcome.best.violation;
    });
    world_.broadcast(violation);
    report.outcome.best.violation = violation;
    return report;
  }

  SessionReport unfinished(std::uint64_t number) {
    const std::filesystem::path trace = *trace_of(number);
    Resumption resumption = prepare_resumption(trace, {}, program_.problems(), world_);
    if (resumption.finished.empty())
      return go_on(resumption, settings_.starters, trace, settings_.mode, program_);
    collectively(world_, [&] {
      if (world_.rank() == 0) leave_finished(resumption, trace);
    });
    return kept(number);
  }

  const Loaded& loaded_;
  const SeriesSettings& settings_;
  Program& program_;
  Communicator& world_;
  std::vector<RunStatus> statuses_;
  std::string go_on_ =
      settings_.force ? "the same command without --force goes on" : "the same command goes on";
};

}  // namespace

std::filesystem::path trace_of_seed(const std::filesystem::path& output, std::uint64_t seed) {
  return output.parent_path() /
         fmt::format("{}-{}{}", output.stem().string(), seed, output.extension().string());
}

ExitStatus run_series(const Loaded& loaded, const SeriesSettings& settings, Program& program) {
  return Series(loaded, settings, program).run();
}

}  // namespace skerry
