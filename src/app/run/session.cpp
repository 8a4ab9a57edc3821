#include "app/run/session.hpp"

#include "app/run/trace_header.hpp"
#include "engine/mpi/communicator.hpp"
#include "engine/mpi/failure.hpp"
#include "trace/checkpoint/checkpoint.hpp"
#include "trace/checkpoint/schedule.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_writer.hpp"

#include <memory>
#include <system_error>
#include <utility>

namespace skerry {
namespace {

class Session {
 public:
  Session(const Loaded& loaded, const SessionSettings& settings, Communicator& world)
      : loaded_(loaded),
        settings_(settings),
        world_(world),
        schedule_(loaded.configuration.checkpoint,
                  settings.start == nullptr ? 0 : settings.start->state.elapsed_s) {}

  SessionReport run() {
    open();
    RunHooks hooks{.record = [this](const EpochRecord& record) { this->record(record); },
                   .interrupted = settings_.interrupted};
    if (checkpoint_) {
      hooks.save_due = [this](double elapsed_s) { return schedule_.due(elapsed_s, checkpoint_->cost_s()); };
      hooks.save = [this](const Snapshot& snapshot) { save(snapshot); };
    }
    const Outcome outcome =
        run_archipelago(*island_, world_, loaded_.configuration.migration, loaded_.configuration.stop,
                        settings_.seed, hooks, settings_.start);
    return close(outcome);
  }

 private:
  bool first() const { return world_.rank() == 0; }

  void open() {
    const auto rank = static_cast<std::uint32_t>(world_.rank());
    const std::vector<std::string> hosts = world_.processor_names();
    if (settings_.trace && loaded_.configuration.checkpoint.enabled) {
      checkpoint_.emplace(world_, *settings_.trace, identity_of(loaded_, settings_.seed, world_.size()));
    }
    collectively(world_, [&] {
      island_ = loaded_.problem->make_island(loaded_.configuration.island_number(rank).settings(),
                                             settings_.seed, rank);
      if (first() && settings_.trace) open_trace(hosts);
    });
  }

  void open_trace(const std::vector<std::string>& hosts) {
    const std::filesystem::path& trace = *settings_.trace;
    if (settings_.past != nullptr) {
      const std::uint64_t epochs = settings_.start == nullptr ? 0 : settings_.start->state.epoch;
      trace_.emplace(trace, resumed_header(*settings_.past, loaded_), *settings_.past, epochs,
                     OldFile{.lock = std::move(*settings_.lock)});
      remove_unfinished_checkpoint(trace);
      return;
    }
    OldFile old{.overwrite = settings_.overwrite};
    // Never is there a new trace beside an old checkpoint, whenever a kill comes.
    if (std::error_code error; old.overwrite || !std::filesystem::exists(trace, error)) {
      old.lock.emplace(trace);
      remove_checkpoint(trace);
    }
    trace_.emplace(trace, first_header(loaded_, settings_, hosts), std::move(old));
  }

  void record(const EpochRecord& record) {
    if (trace_) trace_->append(record);
    if (settings_.watch) settings_.watch(record);
  }

  void save(const Snapshot& snapshot) {
    if (trace_) trace_->flush();
    checkpoint_->write(snapshot);
    schedule_.began(snapshot.state.elapsed_s);
  }

  SessionReport close(const Outcome& outcome) {
    if (checkpoint_) checkpoint_->settle();
    SessionReport report{.problem = loaded_.problem->name(),
                         .seed = settings_.seed,
                         .islands = world_.size(),
                         .outcome = outcome,
                         .direction = island_->direction(),
                         .target = loaded_.target,
                         .trace = settings_.trace,
                         .resumable = checkpoint_ && outcome.reason != StopReason::target,
                         .solution = {},
                         .assessment = {},
                         .obstacle = {}};
    const Score best = score_of(outcome.best, report.direction);
    report.target_reached = loaded_.target && reaches(best, report.direction, *loaded_.target);
    if (!first()) return report;
    report.solution = loaded_.problem->describe(outcome.best_genome);
    report.assessment = loaded_.problem->assess(outcome.best_genome);
    if (best.violation > 0) report.obstacle = island_->obstacle();
    if (trace_ && outcome.reason == StopReason::interrupted) {
      trace_->interrupt();
    } else if (trace_) {
      trace_->finish({outcome, report.solution});
      if (outcome.reason == StopReason::target) remove_checkpoint(*settings_.trace);
    }
    return report;
  }

  const Loaded& loaded_;
  const SessionSettings& settings_;
  Communicator& world_;
  CheckpointSchedule schedule_;
  std::unique_ptr<Island> island_;
  std::optional<TraceWriter> trace_;  // on the first rank
  std::optional<Checkpoint> checkpoint_;
};

}  // namespace

bool reaches(Score score, Direction direction, double target) {
  return key_of(score, direction) <= key_of({0, target}, direction);
}

SessionReport run_session(const Loaded& loaded, const SessionSettings& settings, Communicator& world) {
  return Session(loaded, settings, world).run();
}

}  // namespace skerry
