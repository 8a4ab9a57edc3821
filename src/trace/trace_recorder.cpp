#include "trace/trace_recorder.hpp"

#include "skerry/error.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/environment.hpp"
#include "trace/evaluation_journal.hpp"
#include "trace/trace_reader.hpp"

#include <chrono>
#include <cstdlib>
#include <system_error>
#include <utility>

#include <fmt/core.h>

namespace skerry {

RunStart TraceRecorder::begin(const RunDescription& run, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  const Layout layout{.processes = ranks.processes() + recording_.helpers, .hosts = ranks.host_names()};
  if (recording_.checkpoint.enabled) checkpoint_.emplace(ranks, recording_.trace, recording_.identity);
  collectively(ranks, [&] {
    if (mpi.first()) open(run, layout);
  });
  describe_ = run.describe;
  keeps_solutions_ = run.solutions.kind != SetKind::none;
  return {.snapshot = recording_.start};
}

void TraceRecorder::open(const RunDescription& run, const Layout& layout) {
  const std::filesystem::path& trace = recording_.trace;
  TraceHeader header = recording_.header(layout);
  header.evaluations = run.evaluations;
  header.solutions = run.solutions;
  if (recording_.past != nullptr) {
    const std::uint64_t epochs = recording_.start ? recording_.start->state.epoch : 0;
    trace_.emplace(trace, header, *recording_.past, epochs, OldFile{.lock = std::move(*recording_.lock)});
    remove_unfinished_checkpoint(trace);
    return;
  }
  OldFile old{.overwrite = recording_.overwrite};
  // The old checkpoint and journal go first, so that a kill never leaves a new trace beside them.
  if (std::error_code error; old.overwrite || !std::filesystem::exists(trace, error)) {
    old.lock.emplace(trace);
    remove_checkpoint(trace);
    remove_journal(trace, old.overwrite);
  }
  trace_.emplace(trace, header, std::move(old));
}

bool TraceRecorder::save_due(double elapsed_s) {
  if (!checkpoint_) return false;
  const auto cost_s = checkpoint_->cost_s();
  return schedule_.due(elapsed_s, cost_s ? std::optional(*cost_s + writing_solutions_s_) : std::nullopt);
}

void TraceRecorder::write_solutions(const SolutionSet& solutions, std::uint64_t generation) {
  const auto start = std::chrono::steady_clock::now();
  RecordedSolutions recorded{.set = solutions, .generation = static_cast<std::int64_t>(generation)};
  for (std::size_t i = 0; describe_ && i < solutions.size(); ++i)
    recorded.texts.push_back(describe_(solutions.genome(i)));
  trace_->replace_solutions(std::move(recorded));
  writing_solutions_s_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void TraceRecorder::save(const Snapshot& snapshot) {
  if (trace_ && keeps_solutions_) write_solutions(snapshot.solutions, snapshot.state.reached);
  if (!checkpoint_) return;
  if (trace_) trace_->flush();
  checkpoint_->write(snapshot);
  schedule_.began(snapshot.state.elapsed_s);
}

void TraceRecorder::end(const Outcome& outcome, const std::string& solution) {
  if (checkpoint_) checkpoint_->settle();
  resumable_ = checkpoint_ && outcome.reason != StopReason::target;
  if (trace_ && outcome.reason == StopReason::interrupted) {
    trace_->interrupt();
  } else if (trace_) {
    // A run that ends otherwise has saved its solutions already.
    if (keeps_solutions_ && outcome.reason == StopReason::target) {
      write_solutions(outcome.solutions, outcome.generations);
    }
    trace_->finish({outcome, solution});
    if (outcome.reason == StopReason::target) remove_checkpoint(recording_.trace);
  }
}

namespace {

namespace fs = std::filesystem;

/// The recorder of a run in a user's own program: it looks for an earlier trace, and leaves the writing to a
/// TraceRecorder.
class EvolveTrace final : public Recorder {
 public:
  EvolveTrace(fs::path file, Resume resume, CheckpointSettings checkpoint)
      : file_(std::move(file)), resume_(resume), checkpoint_(checkpoint) {}

  RunStart begin(const RunDescription& run, const Mpi& mpi) override;
  void record(const EpochRecord& epoch) override { recorder_->record(epoch); }
  bool save_due(double elapsed_s) override { return recorder_->save_due(elapsed_s); }
  void save(const Snapshot& snapshot) override { recorder_->save(snapshot); }
  void end(const Outcome& outcome, const std::string& solution) override {
    recorder_->end(outcome, solution);
  }

 private:
  void open_past(const RunDescription& run, std::size_t islands);
  std::optional<Outcome> finished(const Mpi& mpi) const;
  bool there(const fs::path& path) const {
    std::error_code error;
    return fs::symlink_status(path, error).type() != fs::file_type::not_found;
  }
  TraceHeader header(const RunDescription& run, const Layout& layout) const;

  fs::path file_;
  Resume resume_;
  CheckpointSettings checkpoint_;
  std::optional<FileLock> lock_;     // on the first rank, until the run has begun
  std::optional<TraceReader> past_;  // on the first rank
  std::optional<TraceRecorder> recorder_;
};

TraceHeader EvolveTrace::header(const RunDescription& run, const Layout& layout) const {
  TraceHeader header;
  if (past_) {
    header = past_->header();
    note_resumed(header, layout);
  } else {
    header.problem = run.problem;
    header.fitness_unit = run.fitness_unit;
    note_layout(header, layout);
    header.mpi_library = mpi_library();
    header.seed = run.seed;
    header.direction = run.direction;
    header.births = run.births;
    if (const char* job = std::getenv("SLURM_JOB_ID")) header.slurm_job_id = job;
  }
  header.configuration = run.settings;
  header.target = run.target;
  return header;
}

void EvolveTrace::open_past(const RunDescription& run, std::size_t islands) {
  lock_.emplace(file_);
  past_.emplace(file_);
  const TraceHeader header = past_->header();
  if (header.islands != islands) {
    throw UsageError(fmt::format("{} is a run of {} islands, and here are {} ranks; it goes on with as many",
                                 file_.string(), header.islands, islands));
  }
  if (header.seed != run.seed || header.births != run.births ||
      !header.configuration.starts_with(run.identity)) {
    throw UsageError(
        fmt::format("{} is a run of another problem, seed or settings; give this run a trace of "
                    "another name, or Resume::overwrite",
                    file_.string()));
  }
}

/// Returns the outcome of a run that reached its target and therefore has no checkpoint. Collective.
std::optional<Outcome> EvolveTrace::finished(const Mpi& mpi) const {
  Communicator& ranks = mpi.communicator();
  Outcome outcome;
  bool over = false;
  std::vector<std::byte> genome;
  collectively(ranks, [&] {
    if (!mpi.first()) return;
    const auto footer = past_->footer();
    if (!footer || footer->outcome.reason != StopReason::target) return;
    over = true;
    if (const auto solutions = past_->solutions(); !solutions.damage.empty())
      throw DataError(fmt::format("{}: {}", file_.string(), solutions.damage));
    outcome = footer->outcome;
    genome = std::move(outcome.best_genome);
  });
  ranks.broadcast(over);
  if (!over) return std::nullopt;
  ranks.broadcast(genome);
  ranks.broadcast(outcome.generations);
  ranks.broadcast(outcome.epochs);
  ranks.broadcast(outcome.evaluations);
  ranks.broadcast(outcome.elapsed_s);
  ranks.broadcast(outcome.best);
  ranks.broadcast(outcome.best_island);
  ranks.broadcast(outcome.reason);
  outcome.best_genome = std::move(genome);
  return outcome;
}

RunStart EvolveTrace::begin(const RunDescription& run, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  struct Found {
    bool trace = false;
    bool checkpoint = false;
  } found;
  lock_.reset();
  past_.reset();
  collectively(ranks, [&] {
    if (!mpi.first()) return;
    found.trace = there(file_) && resume_ != Resume::overwrite;
    if (found.trace && resume_ == Resume::never) {
      throw UsageError(
          fmt::format("the trace {} exists; Resume::if_present goes on with it, "
                      "Resume::overwrite replaces it",
                      file_.string()));
    }
    if (found.trace) open_past(run, mpi.size());
    found.checkpoint = found.trace && there(checkpoint_of(file_));
  });
  ranks.broadcast(found);
  if (found.trace) {
    if (auto outcome = finished(mpi)) return {.finished = std::move(outcome)};
  }
  TraceRecording recording{.trace = file_,
                           .overwrite = resume_ == Resume::overwrite,
                           .checkpoint = checkpoint_,
                           .identity = digest_of(fmt::format("{}{}\n", run.identity, mpi.size())),
                           .header = [this, run](const Layout& layout) { return header(run, layout); },
                           .past = past_ ? &*past_ : nullptr,
                           .lock = lock_ ? &*lock_ : nullptr};
  if (found.checkpoint) recording.start = Checkpoint(ranks, file_, recording.identity).read();
  collectively(ranks, [&] {
    if (!mpi.first() || !recording.start) return;
    if (recording.start->state.epoch > past_->epoch_count()) {
      throw DataError(fmt::format("{} has {} epochs and its checkpoint {}: one of the two was replaced",
                                  file_.string(), past_->epoch_count(), recording.start->state.epoch));
    }
  });
  return recorder_.emplace(std::move(recording)).begin(run, mpi);
}

}  // namespace

std::shared_ptr<Recorder> trace(fs::path file, Resume resume, CheckpointSettings checkpoint) {
  return std::make_shared<EvolveTrace>(std::move(file), resume, checkpoint);
}

}  // namespace skerry
