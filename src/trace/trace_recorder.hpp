#pragma once

#include "skerry/recorder.hpp"
#include "skerry/trace.hpp"

#include "trace/checkpoint/checkpoint.hpp"
#include "trace/new_file.hpp"
#include "trace/trace_header.hpp"
#include "trace/trace_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace skerry {

class TraceReader;

/// The members about an earlier run are empty if there is none.
struct TraceRecording {
  std::filesystem::path trace;
  bool overwrite = false;
  CheckpointSettings checkpoint = {};
  Digest identity = {};  ///< the digest with which the checkpoint has to agree
  /// It is called on the first rank.
  std::function<TraceHeader(const Layout& layout)> header = {};
  std::size_t helpers = 0;            ///< the processes that have no island and help with evaluations
  const TraceReader* past = nullptr;  ///< the trace of the run that goes on, on the first rank
  FileLock* lock = nullptr;           ///< the lock on that trace, which is taken over; on the first rank
  std::optional<Snapshot> start = {};
};

class TraceRecorder final : public Recorder {
 public:
  explicit TraceRecorder(TraceRecording recording)
      : recording_(std::move(recording)),
        schedule_(recording_.checkpoint, recording_.start ? recording_.start->state.elapsed_s : 0) {}

  /// Throws AgreedFailure if the trace cannot be made.
  RunStart begin(const RunDescription& run, const Mpi& mpi) override;
  void record(const EpochRecord& epoch) override { trace_->append(epoch); }
  bool save_due(double elapsed_s) override;
  void save(const Snapshot& snapshot) override;
  void end(const Outcome& outcome, const std::string& solution) override;

  /// Tells whether a checkpoint holds the state at which the run ended.
  bool resumable() const { return resumable_; }

 private:
  void open(const RunDescription& run, const Layout& layout);
  void write_solutions(const SolutionSet& solutions, std::uint64_t generation);

  TraceRecording recording_;
  CheckpointSchedule schedule_;
  std::optional<Checkpoint> checkpoint_;
  std::optional<TraceWriter> trace_;                                 // on the first rank
  std::function<std::string(std::span<const std::byte>)> describe_;  // text form of a packed genome
  bool keeps_solutions_ = false;
  double writing_solutions_s_ = 0;  // of the last time
  bool resumable_ = false;
};

}  // namespace skerry
