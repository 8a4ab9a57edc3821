#pragma once

#include "skerry/archipelago.hpp"

#include "trace/file_lock.hpp"
#include "trace/trace_header.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace skerry {

class TraceReader;

/// What becomes of an existing file of a new trace's name.
struct OldFile {
  bool overwrite = true;
  std::optional<FileLock> lock = {};  ///< on it, where the caller has one
};

/// One HDF5 file a run, as docs/trace-format.md lays down, written by rank 0 in SWMR mode: others may read
/// along, and what is flushed survives a kill. Every epoch is flushed before append() returns, except where
/// epochs end faster than two hundred times the cost of a flush: these wait for the next one, so that flushes
/// cost some 0.5 % of a run at most. The file is locked (FileLock) until it is closed.
class TraceWriter {
 public:
  /// Makes missing folders. Refuses (UsageError) an existing file unless it may be overwritten, one that
  /// another process is writing, and a place it cannot write to. An existing file stays until the new one is
  /// laid out whole.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, OldFile old);
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, bool overwrite)
      : TraceWriter(file, header, OldFile{.overwrite = overwrite}) {}
  /// Goes on from the first `epochs` epochs of an earlier trace of the run. `file` may be that very trace: it
  /// is replaced, and never less than whole, once those epochs are copied and on disk. Who locked `file`
  /// before reading `past`, so that nobody wrote it since, hands on the lock. Throws DataError where `past`
  /// holds fewer epochs.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, const TraceReader& past,
              std::uint64_t epochs, OldFile old = {});
  /// A trace that was not finished is closed as "interrupted".
  ~TraceWriter();
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;

  /// Records follow each other without a gap. Throws Error where the file cannot be written (a full disk).
  void append(const EpochRecord& record);
  /// Every epoch appended so far is in the file when this returns; to the disk it goes when the system likes.
  void flush();
  /// Closes the file without an end of the run: what the destructor does, but a full disk is an Error.
  /// `ended` is ISO 8601, UTC; empty: now.
  void interrupt(const std::string& ended = {});
  /// Writes best genome, text and closing attributes, and closes the file: any HDF5 tool opens it from then
  /// on.
  void finish(const TraceFooter& footer);

 private:
  struct Impl;
  void lay_out(const std::filesystem::path& file, const std::filesystem::path& made_at,
               const TraceHeader& header);

  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
