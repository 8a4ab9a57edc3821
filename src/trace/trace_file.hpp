#pragma once

#include "skerry/archipelago.hpp"

#include "trace/epoch_row.hpp"
#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/hdf5/writable_file.hpp"
#include "trace/optional_table.hpp"
#include "trace/recorded_solutions.hpp"
#include "trace/solution_table.hpp"
#include "trace/trace_attributes.hpp"
#include "trace/trace_header.hpp"
#include "trace/trace_table.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace skerry::hdf5 {

/// The open file of a trace with all its tables. It decides what is written, and in which order. Throws
/// Failure.
class TraceFile {
 public:
  /// Makes an empty trace.
  TraceFile(const std::filesystem::path& made_at, const TraceHeader& header);

  /// Allows others to read along from now on, and fixes the structure of the file. All rows so far are on the
  /// disk.
  void start_swmr();

  /// Adds the rows of an epoch, which wait in memory until write().
  void add(const EpochRecord& record);
  void write();
  /// Replaces the rows of /front or /archive, which the trace must have.
  void write_solutions(RecordedSolutions solutions);
  void write_best(const TraceFooter& footer);
  void close(const Totals& totals);
  /// Drops all further writes.
  void drop_writes() { file_.drop_writes(); }
  /// Returns the system's reason where a write has failed.
  std::string write_error() const { return file_.write_error(); }

  /// Tells whether the trace has /front or /archive.
  bool keeps_solutions() const { return solutions_.has_value(); }
  std::size_t islands() const { return islands_; }
  /// Returns the generations of the epochs added so far, the initial population included.
  std::uint64_t generations() const { return generations_; }
  const EpochRow& last() const { return last_; }

 private:
  std::size_t islands_;
  Direction direction_;
  WritableFile file_;
  TraceTable generation_;
  TraceTable migration_;
  TraceTable improvement_;
  TraceTable epoch_;
  Extendible* migration_generation_;
  Extendible* decided_;  // the dataset of checksums
  Extendible* measured_;
  std::optional<OptionalTable<Birth>> birth_;               // if the run records births
  std::optional<OptionalTable<EvaluationRow>> evaluation_;  // if the run records evaluations
  std::optional<SolutionTable> solutions_;                  // if the run keeps any
  Group best_;
  Extendible genome_;
  Extendible text_;
  std::uint64_t generations_ = 0;
  EpochRow last_;
};

}  // namespace skerry::hdf5
