#include "skerry/error.hpp"
#include "skerry/trace.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "engine/communication/library.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_recorder.hpp"

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry {
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
