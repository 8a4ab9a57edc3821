#include "app/run/lending_session.hpp"

#include "skerry/error.hpp"

#include "app/run/load.hpp"
#include "engine/communication/channel.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "engine/lending/lending.hpp"

#include <optional>
#include <utility>

#include <fmt/core.h>

namespace skerry {
namespace {

/// What ranks without an island learn of a run.
struct End {
  ExitStatus failed = ExitStatus::done;
  StopReason reason = StopReason::generations;
  bool resumable = false;
  Key best;
};

}  // namespace

bool lends(const Loaded& loaded) {
  const bool on = loaded.configuration.lend.value_or(loaded.problem->evaluates_elsewhere());
  if (on && !loaded.problem->can_lend()) {
    throw UsageError(
        fmt::format("run.lend is true, and problem {} can't lend its evaluations; one with "
                    "evaluate_batch() and without take_evaluations() can (docs/problem.md)",
                    loaded.problem->name()));
  }
  return on;
}

std::shared_ptr<Lending> lending_of(const Loaded& loaded, Communicator& ranks, std::size_t islands) {
  if (ranks.size() == 1 || !lends(loaded)) return nullptr;
  return std::make_shared<Lending>(ranks.open_channel(), loaded.problem->make_task_runner(), islands);
}

SessionReport with_helpers(const Loaded& loaded, Communicator& world, std::size_t islands,
                           const IslandWork& work) {
  const bool has_island = world.rank() < islands;
  const auto lending = lending_of(loaded, world, islands);
  const auto part = world.split(has_island ? 0 : 1);
  SessionReport report;
  std::optional<AgreedFailure> failure;
  if (has_island) {
    try {
      report = work(*part, lending);
    } catch (const AgreedFailure& agreed) {
      failure = agreed;
    }
    lending->end_run();
  } else {
    lending->serve();
  }
  End end{failure ? failure->failure.status : ExitStatus::done, report.outcome.reason, report.resumable,
          report.outcome.best};
  world.broadcast(end);
  if (failure) throw *std::move(failure);
  if (end.failed != ExitStatus::done) throw AgreedFailure{{end.failed, ""}, ""};
  if (!has_island) {
    report.outcome.reason = end.reason;
    report.outcome.best = end.best;
    report.resumable = end.resumable;
  }
  return report;
}

}  // namespace skerry
