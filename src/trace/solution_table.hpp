#pragma once

#include "skerry/solution_set.hpp"

#include "trace/hdf5/handle.hpp"
#include "trace/hdf5/replaceable.hpp"
#include "trace/recorded_solutions.hpp"
#include "trace/trace_header.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace skerry::hdf5 {

/// Writes the solutions that a run keeps besides its populations: the group /front or /archive. They are all
/// replaced each time, in place. A kill meanwhile can leave some of the old and some of the new, which the
/// checksum of the rows tells.
class SolutionTable {
 public:
  /// Makes the group; the header must describe a front or a map.
  SolutionTable(hid_t file, const TraceHeader& header);

  /// Replaces the rows. Datasets that others may be reading grow only: rows beyond those of the set are
  /// filled up.
  void replace(RecordedSolutions solutions);
  /// Cuts the datasets to the size of the last rows, at the end of the run.
  void fit();
  void close();

 private:
  void write(Replaceable::Fit fit);
  void add_dimensions(const SetDescription& description);

  SetKind kind_;
  Direction direction_;
  hsize_t values_width_;
  Group group_;
  Replaceable solution_;
  Dataset measure_;  // the coordinate of objectives or features
  std::optional<Replaceable> cell_;
  Replaceable fitness_;
  Replaceable violation_;
  Replaceable values_;
  Replaceable genome_size_;
  Replaceable genome_;
  Replaceable text_;
  GrowingDimension genome_byte_;
  GrowingDimension character_;
  RecordedSolutions last_;
};

}  // namespace skerry::hdf5
