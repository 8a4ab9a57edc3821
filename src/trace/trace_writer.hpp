#pragma once

#include "skerry/archipelago.hpp"

#include "trace/hdf5/structure.hpp"
#include "trace/new_file.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace skerry {

class TraceReader;
namespace hdf5 {
class TraceFile;
}

struct OldFile {
  bool overwrite = true;
  std::optional<FileLock> lock = {};  ///< the caller's lock on it, if there is one
};

/// Writes on rank 0 in SWMR mode (docs/trace-format.md): others may read along, and flushed rows survive a
/// kill. append() flushes, unless epochs end faster than two hundred times the cost of a flush. The file is
/// locked until closed.
class TraceWriter {
 public:
  /// Makes missing folders. Throws UsageError for an existing file unless it may be overwritten, and for one
  /// being written or not writable. An existing file stays until the new one is whole.
  TraceWriter(std::filesystem::path file, const TraceHeader& header, OldFile old);
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, bool overwrite)
      : TraceWriter(file, header, OldFile{.overwrite = overwrite}) {}
  /// Copies the first `epochs` epochs of `past`, and its solutions if they can be read. `file` may be that
  /// very trace, and is whole at any time; a caller that locked it before reading hands on the lock. Throws
  /// DataError if `past` holds fewer epochs.
  TraceWriter(std::filesystem::path file, const TraceHeader& header, const TraceReader& past,
              std::uint64_t epochs, OldFile old = {});
  /// Closes an unfinished trace as "interrupted".
  ~TraceWriter();

  /// The record must follow the last one without a gap. Throws Error if the file cannot be written.
  void append(const EpochRecord& record);
  /// Hands every epoch appended so far to the system, which brings it to the disk in its own time.
  void flush();
  /// Returns the structure of the file as flush() left it.
  hdf5::Structure structure();
  /// Flushes the solutions. Does nothing in a trace whose header describes none.
  void replace_solutions(RecordedSolutions solutions);
  /// Like the destructor, but throws Error on a full disk. `ended` is ISO 8601, UTC; empty: now.
  void interrupt(const std::string& ended = {});
  /// Closes the file, which any HDF5 tool can then open.
  void finish(const TraceFooter& footer);

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int waiting_per_writing = 200;

  void put_in_place(hdf5::NewFile& made);
  void write();
  void close_interrupted(const std::string& ended);
  bool pack();
  void settle() const;
  template <typename Work>
  void guarded(Work work);

  std::optional<FileLock> lock_;
  std::filesystem::path path_;
  std::size_t columns_;                    // of the program's own
  std::unique_ptr<hdf5::TraceFile> file_;  // null after interrupt() or finish()
  std::uint64_t epochs_ = 0;
  std::size_t waiting_ = 0;
  bool has_evaluations_ = false;
  /// The least time of a write: its cost apart from the rows, which cost the same sooner or later.
  Clock::duration writing_ = Clock::duration::max() / (2 * waiting_per_writing);
  std::optional<Clock::time_point> written_;
  bool failed_ = false;
};

}  // namespace skerry
