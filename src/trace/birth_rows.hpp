#pragma once

#include "skerry/statistics.hpp"

#include "trace/hdf5/handle.hpp"
#include "trace/trace_columns.hpp"

#include <cstdint>
#include <vector>

namespace skerry::hdf5 {

/// Tells whether an open trace has the table /birth.
bool records_births(hid_t file);

/// The births of an open trace, by epoch; none if its run did not record them. Throws Failure for rows that
/// cannot be read or differ from those that were written.
class BirthRows {
 public:
  /// Reads how many births each of the first `epochs` epochs added, or of fewer where the columns are
  /// shorter.
  BirthRows(hid_t file, hsize_t epochs);

  /// Returns the number of epochs whose births are known; `epochs` if the run did not record births.
  hsize_t epochs() const { return epochs_; }
  /// Returns the number of births in the first `epochs` epochs.
  hsize_t end(std::uint64_t epochs) const { return ends_.empty() || epochs == 0 ? 0 : ends_[epochs - 1]; }

  /// Returns the births of epochs `first` to `first + count - 1`. Throws Failure where those of one epoch are
  /// not as they were written.
  std::vector<Birth> read(std::uint64_t first, std::uint64_t count) const;

 private:
  hid_t file_;
  hsize_t epochs_;
  std::vector<ColumnPath> columns_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> checksums_;
};

}  // namespace skerry::hdf5
