#pragma once

#include "skerry/archipelago.hpp"

#include "trace/new_file.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace skerry {

class TraceReader;

/// How to treat an existing file that has the name of the new trace.
struct OldFile {
  bool overwrite = true;
  std::optional<FileLock> lock = {};  ///< the caller's lock on it, where there is one
};

/// Writes the trace of a run, an HDF5 file as docs/trace-format.md describes it, on rank 0 in SWMR mode:
/// others may read along, and flushed rows survive a kill. Every epoch is flushed before append() returns,
/// except where epochs end faster than two hundred times the cost of a flush. Those wait for the next flush,
/// so that flushes cost some 0.5 % of a run at most. The file is locked (FileLock) until it is closed.
class TraceWriter {
 public:
  /// Makes missing folders. Throws UsageError for an existing file unless it may be overwritten, for one that
  /// another process is writing, and for a path that cannot be written to. An existing file stays until the
  /// new one is made whole.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, OldFile old);
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, bool overwrite)
      : TraceWriter(file, header, OldFile{.overwrite = overwrite}) {}
  /// Goes on from the first `epochs` epochs of an earlier trace of the run. `file` may be that very trace: it
  /// is replaced once those epochs are copied and on the disk, and is whole at any time. A caller that locked
  /// `file` before it read `past`, so that nobody wrote to it since, hands on the lock. Throws DataError
  /// where `past` holds fewer epochs. The solutions of `past` are copied, too, unless no epoch is or a kill
  /// has left them unreadable.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, const TraceReader& past,
              std::uint64_t epochs, OldFile old = {});
  /// Closes an unfinished trace as "interrupted".
  ~TraceWriter();
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;

  /// Appends a record, which must follow the last one without a gap. Throws Error where the file cannot be
  /// written (a full disk).
  void append(const EpochRecord& record);
  /// Hands every epoch appended so far to the system, which brings it to the disk in its own time.
  void flush();
  /// Replaces what the run has kept besides its populations, and flushes it. Does nothing in a trace whose
  /// header describes no such solutions.
  void replace_solutions(RecordedSolutions solutions);
  /// Closes the file without an end of the run. It does what the destructor does, but throws Error on a full
  /// disk. `ended` is ISO 8601, UTC; empty stands for the present time.
  void interrupt(const std::string& ended = {});
  /// Writes the best genome, its text and the closing attributes, and closes the file, which any HDF5 tool
  /// can then open.
  void finish(const TraceFooter& footer);

 private:
  struct Impl;
  void lay_out(const std::filesystem::path& file, const std::filesystem::path& made_at,
               const TraceHeader& header);

  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
