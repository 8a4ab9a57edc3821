#include "trace/trace_recorder.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "trace/journal_places.hpp"
#include "trace/trace_reader.hpp"

#include <chrono>
#include <system_error>
#include <utility>

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

}  // namespace skerry
