#include "trace/trace_recorder.hpp"

#include "skerry/error.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/environment.hpp"
#include "trace/journal.hpp"
#include "trace/structure.hpp"

#include <chrono>
#include <cstdlib>
#include <memory>
#include <system_error>
#include <vector>

#include <fmt/core.h>
#include <hdf5.h>

namespace skerry {

namespace fs = std::filesystem;

namespace {

TraceReader open_past(const fs::path& trace, FileLock& lock) {
  restore_torn(trace, trace, true, lock);
  return TraceReader(trace);
}

}  // namespace

PastTrace::PastTrace(std::filesystem::path file)
    : file_(std::move(file)), lock_(file_), reader_(open_past(file_, lock_)) {
  remove_leftover(file_, &lock_);
  if (!reader_.closed() || !reader_.footer()) return;
  remove_structure(file_);
  remove_unfinished_checkpoint(file_);
}

bool PastTrace::has_checkpoint() const {
  return name_is_taken(checkpoint_of(file_));
}

void PastTrace::check(const RunState& saved) const {
  if (saved.epoch <= reader_.epoch_count()) return;
  throw DataError(fmt::format("{} has {} epochs and its checkpoint {}: one of the two was replaced",
                              file_.string(), reader_.epoch_count(), saved.epoch));
}

RunStart TraceRecorder::begin(const RunDescription& run, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  // The library calls MPI when it starts, and afterwards no more.
  if (mpi.first()) ranks.on_mpi_thread([] { ::H5open(); });
  if (recording_.resume) found_.reset();
  collectively(ranks, [&] {
    if (!mpi.first()) return;
    if (recording_.resume) find_past(run, mpi.size());
    expect_same_rows(run);
  });
  if (recording_.resume) {
    if (auto outcome = finished(mpi)) return {.finished = std::move(outcome)};
  }
  if (!recording_.identity) {
    recording_.identity = digest_of(fmt::format("{}{}\n", run.identity, mpi.size()));
  }
  RunStart start{.snapshot = saved(mpi)};
  const RunState from = start.snapshot ? start.snapshot->state : RunState{};
  schedule_ = CheckpointSchedule(recording_.checkpoint, from.elapsed_s);
  if (recording_.checkpoint.enabled) checkpoint_.emplace(ranks, recording_.trace, *recording_.identity);
  const Layout layout{.processes = ranks.processes() + recording_.helpers, .hosts = ranks.host_names()};
  collectively(ranks, [&] {
    if (mpi.first()) open(run, layout, from.epoch);
  });
  describe_ = run.describe;
  keeps_solutions_ = run.solutions.kind != SetKind::none;
  return start;
}

/// Called on the first rank.
void TraceRecorder::find_past(const RunDescription& run, std::size_t islands) {
  const fs::path& file = recording_.trace;
  recording_.past = nullptr;
  recording_.overwrite = recording_.resume == Resume::overwrite;
  if (recording_.overwrite || !name_is_taken(file)) return;
  if (recording_.resume == Resume::never) {
    throw UsageError(
        fmt::format("the trace {} exists; Resume::if_present goes on with it, "
                    "Resume::overwrite replaces it",
                    file.string()));
  }
  const TraceHeader header = found_.emplace(file).reader().header();
  if (header.islands != islands) {
    throw UsageError(fmt::format("{} is a run of {} islands, and here are {}; it goes on with as many",
                                 file.string(), header.islands, islands));
  }
  const auto same_rows = [](const Recorded& then, const Recorded& now) {
    return then.births == now.births && then.populations.has_value() == now.populations.has_value() &&
           then.improvement_genomes == now.improvement_genomes;
  };
  if (header.seed != run.seed || !same_rows(header.recorded, run.recorded) ||
      !header.configuration.starts_with(run.identity)) {
    throw UsageError(
        fmt::format("{} is a run of another problem, seed or settings; give this run a trace of "
                    "another name, or Resume::overwrite",
                    file.string()));
  }
  recording_.past = &*found_;
}

/// Throws UsageError if the past run has other columns of the program's own, or records genomes in another
/// form. Called on the first rank.
void TraceRecorder::expect_same_rows(const RunDescription& run) const {
  if (recording_.past == nullptr) return;
  const TraceHeader header = recording_.past->reader().header();
  if (header.recorded.genomes() && header.genome != run.genome) {
    throw UsageError(fmt::format(
        "{} records genomes as {} genes ({}), and this program as {} ({}); the program that began "
        "the run goes on with it, and its trace is read as it is",
        recording_.trace.string(), header.genome.width, header.genome.meaning, run.genome.width,
        run.genome.meaning));
  }
  const std::string then = text_of(header.columns);
  const std::string now = text_of(run.columns);
  if (then == now) return;
  throw UsageError(fmt::format(
      "{} was recorded with these columns of the program's own: {}; the program now has: {}; the run "
      "goes on only with the same",
      recording_.trace.string(), then, now));
}

/// Returns the outcome of a run that reached its target and therefore has no checkpoint. Collective.
std::optional<Outcome> TraceRecorder::finished(const Mpi& mpi) const {
  Communicator& ranks = mpi.communicator();
  Outcome outcome;
  bool over = false;
  std::vector<std::byte> genome;
  collectively(ranks, [&] {
    if (!mpi.first() || recording_.past == nullptr) return;
    const TraceReader& past = recording_.past->reader();
    const auto footer = past.footer();
    if (!footer || footer->outcome.reason != StopReason::target) return;
    over = true;
    if (const auto solutions = past.solutions(); !solutions.damage.empty())
      throw DataError(fmt::format("{}: {}", recording_.trace.string(), solutions.damage));
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

/// Returns the state from which the past run goes on; none if it starts over, or there is none. Collective.
std::optional<Snapshot> TraceRecorder::saved(const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  bool saved = mpi.first() && recording_.past != nullptr && recording_.past->has_checkpoint();
  ranks.broadcast(saved);
  if (!saved) return std::nullopt;
  Snapshot snapshot = Checkpoint(ranks, recording_.trace, *recording_.identity).read();
  collectively(ranks, [&] {
    if (mpi.first()) recording_.past->check(snapshot.state);
  });
  return snapshot;
}

TraceHeader TraceRecorder::header(const RunDescription& run, const Layout& layout) const {
  TraceHeader header;
  if (recording_.past != nullptr) {
    header = recording_.past->reader().header();
    note_resumed(header, layout);
  } else {
    header.problem = run.problem;
    header.command = recording_.command;
    header.configuration_file = recording_.configuration_file;
    header.inputs = recording_.inputs;
    header.fitness_unit = run.fitness_unit;
    note_layout(header, layout);
    header.mpi_library = mpi_library();
    header.builds = build_of_program();
    header.seed = run.seed;
    header.direction = run.direction;
    header.recorded = run.recorded;
    header.genome = run.genome;
    if (const char* job = std::getenv("SLURM_JOB_ID")) header.slurm_job_id = job;
  }
  header.configuration = run.settings;
  header.target = run.target;
  header.recorded.evaluations = run.recorded.evaluations;
  header.solutions = run.solutions;
  header.columns = run.columns;
  return header;
}

void TraceRecorder::open(const RunDescription& run, const Layout& layout, std::uint64_t epochs) {
  const fs::path& trace = recording_.trace;
  const TraceHeader begin = header(run, layout);
  if (PastTrace* past = recording_.past) {
    trace_.emplace(trace, begin, past->reader(), epochs, OldFile{.lock = past->release_lock()});
    remove_unfinished_checkpoint(trace);
    return;
  }
  OldFile old{.overwrite = recording_.overwrite};
  // The old checkpoint and journal go first, so that a kill never leaves a new trace beside them.
  if (std::error_code error; old.overwrite || !fs::exists(trace, error)) {
    old.lock.emplace(trace);
    remove_checkpoint(trace);
    remove_journal(trace, old.overwrite);
  }
  trace_.emplace(trace, begin, std::move(old));
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
  if (!checkpoint_ || snapshot.own.empty()) return;
  if (trace_) trace_->flush();
  std::function<void()> write_structure;
  if (trace_) {
    write_structure = [trace = recording_.trace, structure = trace_->structure()] {
      prepare_structure(trace, structure);
      put_structure_in_place(trace);
      synchronise(folder_of(trace));
    };
  }
  checkpoint_->write(snapshot, std::move(write_structure));
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

std::shared_ptr<Recorder> trace(fs::path file, Resume resume, CheckpointSettings checkpoint) {
  return std::make_shared<TraceRecorder>(
      TraceRecording{.trace = std::move(file), .resume = resume, .checkpoint = checkpoint});
}

}  // namespace skerry
