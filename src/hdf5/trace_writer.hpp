#pragma once

#include "skerry/archipelago.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace skerry {

/// What is known of a run before its first generation.
struct TraceHeader {
  std::string problem;        ///< "party"
  std::string command;        ///< as typed
  std::string configuration;  ///< effective, TOML
  std::string hosts;          ///< comma-separated, one name a rank
  std::string fitness_unit;   ///< empty where it has none
  std::string mpi_library;    ///< name and version
  std::uint64_t seed = 0;
  std::size_t islands = 1;
  Direction direction = Direction::minimise;
  std::optional<double> target;
  std::map<std::string, std::string> inputs;  ///< file -> digest, of every instance file read
  std::string slurm_job_id = {};              ///< empty outside a SLURM job
};

/// What is known after its last.
struct TraceFooter {
  Outcome outcome;
  std::string solution;  ///< text form of the best genome, empty where the problem has none
};

/// One HDF5 file a run, as docs/trace-format.md lays down, written by rank 0 in SWMR mode: others may read
/// along, and what is flushed survives a kill. Every epoch is flushed before append() returns, except where
/// epochs end faster than two hundred times the cost of a flush: these wait for the next one, so that flushes
/// cost some 0.5 % of a run at most.
class TraceWriter {
 public:
  /// Makes missing folders. Refuses (UsageError) an existing file unless `overwrite`, and a place it cannot
  /// write to. An existing file stays until the new one is laid out whole.
  TraceWriter(const std::filesystem::path& file, const TraceHeader& header, bool overwrite);
  /// A trace that was not finished is closed as "interrupted".
  ~TraceWriter();
  TraceWriter(TraceWriter&&) noexcept;
  TraceWriter& operator=(TraceWriter&&) noexcept;

  /// Records follow each other without a gap. Throws Error where the file cannot be written (a full disk).
  void append(const EpochRecord& record);
  /// Writes best genome, text and closing attributes, and closes the file: any HDF5 tool opens it from then
  /// on.
  void finish(const TraceFooter& footer);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace skerry
