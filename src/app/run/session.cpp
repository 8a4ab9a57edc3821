#include "app/run/session.hpp"

#include "skerry/app/settings.hpp"
#include "skerry/error.hpp"
#include "skerry/mpi.hpp"
#include "skerry/recorder.hpp"

#include "app/config/node.hpp"
#include "app/terminal/console.hpp"
#include "engine/archipelago/archipelago.hpp"
#include "engine/communication/communicator.hpp"
#include "engine/communication/island_threads.hpp"
#include "engine/lending/lending.hpp"
#include "trace/journal.hpp"
#include "trace/trace_recorder.hpp"

#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/core.h>

namespace skerry {
namespace {

RunDescription description_of(const Loaded& loaded, const SessionSettings& settings, const Mpi& islands) {
  const Configuration& configuration = loaded.configuration;
  std::string text;
  if (settings.trace && islands.first()) {
    text = with_value(loaded.text, "run.seed", std::to_string(settings.seed));
    if (configuration.islands) text = with_value(text, "run.islands", std::to_string(islands.size()));
  }
  return {
      .problem = loaded.problem->name(),
      .settings = std::move(text),
      .identity = {},
      .fitness_unit = loaded.problem->fitness_unit(),
      .direction = loaded.problem->direction(),
      .seed = settings.seed,
      .target = loaded.target,
      .recorded = settings.trace ? configuration.recorded
                                 : Recorded{.evaluations = configuration.recorded.evaluations},
      .describe = [&loaded](std::span<const std::byte> genome) { return loaded.problem->describe(genome); }};
}

SessionReport report_of(const Loaded& loaded, const SessionSettings& settings, const Island& island,
                        const Outcome& outcome, bool resumable, const Mpi& mpi) {
  const Score best = score_of(outcome.best, island.direction());
  std::vector<std::string> obstacles;
  if (best.violation > 0) {
    const std::string own = island.obstacle();
    for (const auto& text : mpi.communicator().gather(std::span<const char>(own)))
      obstacles.emplace_back(text.begin(), text.end());
  }
  SessionReport report{.problem = loaded.problem->name(),
                       .seed = settings.seed,
                       .islands = mpi.size(),
                       .outcome = outcome,
                       .direction = island.direction(),
                       .target = loaded.target,
                       .trace = settings.trace,
                       .resumable = resumable,
                       .obstacle = loaded.problem->obstacle_of(obstacles)};
  report.target_reached = loaded.target && reaches(best, report.direction, *loaded.target);
  if (!mpi.first()) return report;
  report.kept_set = island.set_description();
  if (report.kept_set.kind == SetKind::map) report.worst_fitness = worst_fitness_of(loaded.text);
  if (has_fitness(best)) {
    report.solution = loaded.problem->describe(outcome.best_genome);
    report.assessment = loaded.problem->assess(outcome.best_genome, best);
  } else {
    report.assessment.score = best;
  }
  return report;
}

EvaluationServices services_of(const Loaded& loaded, const SessionSettings& settings,
                               const std::shared_ptr<Lending>& lending, bool first) {
  EvaluationServices services{.runner = lending, .share = loaded.configuration.journal_share};
  if (settings.trace && loaded.configuration.journal) services.journal = journal_of(*settings.trace);
  if (first) services.watch = settings.watch_evaluations;
  return services;
}

/// `helpers` is the number of ranks that have no island and help with evaluations.
SessionReport island_session(const Loaded& loaded, const SessionSettings& settings, Communicator& islands,
                             const std::shared_ptr<Lending>& lending, std::size_t helpers = 0) {
  const Mpi mpi(islands);
  StopRule stop = loaded.configuration.stop;
  if (!stop.each_generation) stop.each_generation = loaded.problem->evaluates_elsewhere();
  const auto rank = static_cast<std::uint32_t>(mpi.rank());
  std::optional<TraceRecorder> recorder;
  if (settings.trace) {
    recorder.emplace(TraceRecording{.trace = *settings.trace,
                                    .past = settings.past,
                                    .overwrite = settings.overwrite,
                                    .checkpoint = loaded.configuration.checkpoint,
                                    .identity = identity_of(loaded, settings.seed, islands.size()),
                                    .helpers = helpers,
                                    .command = settings.command,
                                    .configuration_file = loaded.file,
                                    .inputs = loaded.inputs});
  }
  const auto [island, outcome] =
      run_islands({.make_island =
                       [&] {
                         const Algorithm own = loaded.configuration.island_number(rank).settings();
                         const std::string& policy = loaded.configuration.migration.policy;
                         const IslandOfRun of{settings.seed, rank, mpi.size(), policy, settings.starters};
                         return loaded.problem->make_island(own, of);
                       },
                   .migration = loaded.configuration.migration,
                   .stop = std::move(stop),
                   .description = description_of(loaded, settings, mpi),
                   .services = services_of(loaded, settings, lending, mpi.first()),
                   .lending = lending,
                   .recorder = recorder ? &*recorder : nullptr,
                   .hooks = {.record = settings.watch, .interrupted = settings.interrupted}},
                  mpi);
  return report_of(loaded, settings, *island, outcome, recorder && recorder->resumable(), mpi);
}

struct End {
  ExitStatus failed = ExitStatus::done;
  StopReason reason = StopReason::generations;
  bool resumable = false;
  Key best;
};

/// Null if no other rank could help. The first `islands` ranks have an island. Collective over `ranks`.
std::shared_ptr<Lending> lending_of(const Loaded& loaded, Communicator& ranks, std::size_t islands) {
  if (ranks.size() == 1 || !lends(loaded)) return nullptr;
  return std::make_shared<Lending>(ranks.open_channel(), loaded.problem->make_task_runner(), islands);
}

/// The ranks without an island get what the exit status depends on, or an AgreedFailure. Collective.
SessionReport with_helpers(const Loaded& loaded, const SessionSettings& settings, Communicator& world) {
  const std::size_t islands = settings.islands;
  const bool has_island = world.rank() < islands;
  const auto lending = lending_of(loaded, world, islands);
  const auto part = world.split(has_island ? 0 : 1);
  SessionReport report;
  std::optional<AgreedFailure> failure;
  if (has_island) {
    try {
      report = island_session(loaded, settings, *part, lending, world.size() - islands);
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

}  // namespace

bool reaches(Score score, Direction direction, double target) {
  return key_of(score, direction) <= key_of({0, target}, direction);
}

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

SessionReport run_session(const Loaded& loaded, const SessionSettings& settings, Communicator& world) {
  bool lends_evaluations = false;
  collectively(world, [&] { lends_evaluations = lends(loaded); });
  if (lends_evaluations && world.size() > settings.islands) return with_helpers(loaded, settings, world);
  SessionReport report;
  for_each_island(world, settings.islands, [&](Communicator& islands) {
    SessionReport own =
        island_session(loaded, settings, islands, lending_of(loaded, islands, islands.size()));
    // The first island of each process speaks for it.
    if (islands.rank() == first_island(settings.islands, world.size(), world.rank())) report = std::move(own);
  });
  return report;
}

std::string cores_note(const Loaded& loaded, std::size_t islands, std::size_t ranks) {
  const Cores available = cores();
  if (available.of_parent <= available.here) return {};
  std::size_t busy = islands > ranks ? most_islands(islands, ranks) : 1;
  std::string_view what = "islands that are threads";
  if (loaded.workers > 0) {
    busy *= loaded.workers;
    what = "workers";
  }
  if (busy <= available.here) return {};
  return fmt::format(
      "{} {} share {} core{}, to which the launcher has bound this process, of {}; mpirun --bind-to none, or "
      "srun --cpu-bind=none, gives them all\n",
      busy, what, available.here, available.here == 1 ? "" : "s", available.of_parent);
}

std::string budget_note(const Loaded& loaded, std::size_t islands) {
  std::uint64_t individuals = 0;
  for (std::size_t island = 0; island < islands; ++island) {
    individuals += std::visit([](const auto& settings) { return settings.population; },
                              loaded.configuration.island_number(island).chosen);
  }
  const std::uint64_t budget = loaded.configuration.stop.evaluations.value_or(individuals);
  if (budget >= individuals) return {};
  return fmt::format(
      "stop.evaluations is {}, which makes the initial population smaller: so many individuals in place of "
      "{}\n",
      grouped(budget), grouped(individuals));
}

std::string algorithm_note(const Loaded& loaded) {
  const IslandConfiguration& island = loaded.configuration.island;
  if (!loaded.configuration.automatic || island.is<Genetic>()) return {};
  std::string note = fmt::format("the algorithm that fits the problem is {}; island.algorithm names another",
                                 island.algorithm);
  const auto* const cma_es = std::get_if<CmaEs>(&island.chosen);
  const std::uint64_t workers = loaded.workers;
  if (cma_es != nullptr && cma_es->population / 2 < workers) {
    note += fmt::format(
        "; island.population = {}{} has it ask for as many evaluations at once as there are workers",
        2 * workers, workers > cma_es->offspring ? fmt::format(", island.offspring = {}", workers) : "");
  }
  return note + "\n";
}

std::optional<double> worst_fitness_of(const std::string& configuration) {
  const Settings island =
      Settings::parse(configuration, "configuration", Settings::Kind::data).table("island");
  return island.has("worst_fitness") ? std::optional(island.number("worst_fitness")) : std::nullopt;
}

}  // namespace skerry
