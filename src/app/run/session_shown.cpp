#include "app/run/session_shown.hpp"

#include "skerry/population/population_island.hpp"

#include "app/program/interruption.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace skerry {
namespace {

bool may_restart(const IslandConfiguration& island) {
  return std::visit(
      [](const auto& settings) {
        // Algorithms without the key never begin anew, so advice about it would be wrong.
        if constexpr (!requires { settings.restart_after; }) return true;
        return common_settings(settings).restart_after > 0;
      },
      island.settings().settings());
}

/// Tells whether some island begins anew by itself, or can't.
bool may_restart(const Configuration& configuration) {
  return may_restart(configuration.island) ||
         std::ranges::any_of(configuration.overrides,
                             [](const auto& override) { return may_restart(override.second); });
}

}  // namespace

ProgressMode mode_here(const Program& program, bool quiet) {
  return program.first_rank() && !quiet ? progress_mode() : ProgressMode::none;
}

SessionReport evolve(const Loaded& loaded, SessionSettings settings, ProgressMode mode, Program& program) {
  Progress progress(mode, loaded.problem->direction(), loaded.configuration.stop, settings.islands,
                    may_restart(loaded.configuration));
  settings.command = program.command_line();
  settings.watch = [&](const EpochRecord& record) { progress.show(record); };
  settings.watch_evaluations = [&](const EvaluationActivity& activity) { progress.show(activity); };
  settings.interrupted = [] { return interrupted(); };
  SessionReport report = run_session(loaded, settings, program.world());
  if (program.first_rank()) progress.finish();
  return report;
}

SessionReport go_on(Resumption& resumption, Starters starters, const std::filesystem::path& trace,
                    ProgressMode mode, Program& program) {
  return evolve(resumption.loaded,
                {.seed = resumption.seed,
                 .islands = resumption.islands,
                 .trace = trace,
                 .overwrite = true,
                 .starters = std::move(starters),
                 .command = {},
                 .watch = {},
                 .past = resumption.past ? &*resumption.past : nullptr,
                 .lock = resumption.lock ? &*resumption.lock : nullptr,
                 .from_checkpoint = resumption.saved.has_value()},
                mode, program);
}

}  // namespace skerry
