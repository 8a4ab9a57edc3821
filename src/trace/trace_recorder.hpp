#pragma once

#include "skerry/columns.hpp"
#include "skerry/recorder.hpp"
#include "skerry/trace.hpp"

#include "trace/checkpoint/checkpoint.hpp"
#include "trace/new_file.hpp"
#include "trace/trace_header.hpp"
#include "trace/trace_reader.hpp"
#include "trace/trace_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace skerry {

/// The trace of an earlier run, which no other process can write as long as this exists.
class PastTrace {
 public:
  /// Puts back what a power failure tore, and removes what a kill while packing left. Throws UsageError if
  /// the trace is being written, and DataError if it is missing, foreign or damaged.
  explicit PastTrace(std::filesystem::path file);

  const TraceReader& reader() const { return reader_; }
  FileLock release_lock() { return std::move(lock_); }

  /// A checkpoint that exists and can't be read counts, too, since the run would start over without it.
  bool has_checkpoint() const;
  /// Throws DataError if the state is not of this trace.
  void check(const RunState& saved) const;

 private:
  std::filesystem::path file_;
  FileLock lock_;
  TraceReader reader_;
};

struct TraceRecording {
  std::filesystem::path trace;
  /// What happens if the trace exists; none: the caller has looked, and `past` is what it found.
  std::optional<Resume> resume = {};
  PastTrace* past = nullptr;  ///< on the first rank; its lock is taken over
  bool overwrite = false;
  CheckpointSettings checkpoint = {};
  std::optional<Digest> identity = {};  ///< of the checkpoint; none: made from the description of the run
  std::size_t helpers = 0;              ///< the processes that have no island and help with evaluations
  std::string command = {};
  std::string configuration_file = {};
  std::map<std::string, std::string> inputs = {};  ///< digest by file
};

class TraceRecorder final : public Recorder {
 public:
  explicit TraceRecorder(TraceRecording recording) : recording_(std::move(recording)) {}

  /// Throws AgreedFailure if the trace cannot be made or the run cannot go on.
  RunStart begin(const RunDescription& run, const Mpi& mpi) override;
  void record(const EpochRecord& epoch) override { trace_->append(epoch); }
  bool save_due(double elapsed_s) override;
  void save(const Snapshot& snapshot) override;
  void end(const Outcome& outcome, const std::string& solution) override;

  bool resumable() const { return resumable_; }

 private:
  void find_past(const RunDescription& run, std::size_t islands);
  void expect_same_rows(const RunDescription& run) const;
  std::optional<Outcome> finished(const Mpi& mpi) const;
  std::optional<Snapshot> saved(const Mpi& mpi);
  TraceHeader header(const RunDescription& run, const Layout& layout) const;
  void open(const RunDescription& run, const Layout& layout, std::uint64_t epochs);
  void write_solutions(const SolutionSet& solutions, std::uint64_t generation);

  TraceRecording recording_;
  std::optional<PastTrace> found_;  // on the first rank
  CheckpointSchedule schedule_{{}, 0};
  std::optional<TraceWriter> trace_;  // on the first rank
  // After the trace, so that it ends before: it writes the structure that a closed trace removes.
  std::optional<Checkpoint> checkpoint_;
  std::function<std::string(std::span<const std::byte>)> describe_;  // text form of a packed genome
  bool keeps_solutions_ = false;
  double writing_solutions_s_ = 0;  // of the last time
  bool resumable_ = false;
};

}  // namespace skerry
