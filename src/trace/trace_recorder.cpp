#include "trace/trace_recorder.hpp"

#include "engine/communication/communicator.hpp"
#include "engine/communication/failure.hpp"
#include "trace/trace_reader.hpp"

#include <system_error>
#include <utility>

namespace skerry {

RunStart TraceRecorder::begin(const RunDescription& /*run*/, const Mpi& mpi) {
  Communicator& ranks = mpi.communicator();
  const std::vector<std::string> hosts = ranks.host_names();
  if (recording_.checkpoint.enabled) checkpoint_.emplace(ranks, recording_.trace, recording_.identity);
  collectively(ranks, [&] {
    if (mpi.first()) open(hosts);
  });
  return {.snapshot = recording_.start};
}

void TraceRecorder::open(const std::vector<std::string>& hosts) {
  const std::filesystem::path& trace = recording_.trace;
  if (recording_.past != nullptr) {
    const std::uint64_t epochs = recording_.start ? recording_.start->state.epoch : 0;
    trace_.emplace(trace, recording_.header(hosts), *recording_.past, epochs,
                   OldFile{.lock = std::move(*recording_.lock)});
    remove_unfinished_checkpoint(trace);
    return;
  }
  OldFile old{.overwrite = recording_.overwrite};
  // The old checkpoint goes first, so that a kill never leaves a new trace beside it.
  if (std::error_code error; old.overwrite || !std::filesystem::exists(trace, error)) {
    old.lock.emplace(trace);
    remove_checkpoint(trace);
  }
  trace_.emplace(trace, recording_.header(hosts), std::move(old));
}

bool TraceRecorder::save_due(double elapsed_s) {
  return checkpoint_ && schedule_.due(elapsed_s, checkpoint_->cost_s());
}

void TraceRecorder::save(const Snapshot& snapshot) {
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
    trace_->finish({outcome, solution});
    if (outcome.reason == StopReason::target) remove_checkpoint(recording_.trace);
  }
}

}  // namespace skerry
