#pragma once

#include "skerry/record.hpp"

#include "trace/hdf5/handle.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"

#include <cstdint>
#include <vector>

namespace skerry::hdf5 {

/// Tells whether an open trace has a group of that name.
bool has_group(hid_t file, const char* group);

/// The rows of an open trace, by epoch, of a table that only some runs have; none where the trace does not
/// have it. Throws Failure for rows that cannot be read or differ from those that were written.
template <Record R>
class OptionalRows {
 public:
  /// Reads how many rows each of the first `epochs` epochs added, or of fewer where the columns are shorter.
  OptionalRows(hid_t file, hsize_t epochs);

  bool has_table() const { return has_table_; }
  /// Returns the number of epochs whose rows are known; `epochs` if the trace does not have the table.
  hsize_t epochs() const { return epochs_; }
  /// Returns the number of rows in the first `epochs` epochs.
  hsize_t end(std::uint64_t epochs) const { return ends_.empty() || epochs == 0 ? 0 : ends_[epochs - 1]; }

  /// Returns the rows of epochs `first` to `first + count - 1`. Throws Failure where those of one epoch are
  /// not as they were written.
  std::vector<R> read(std::uint64_t first, std::uint64_t count) const;

 private:
  static constexpr const auto& format_ = trace_format::optional_table<R>;

  hid_t file_;
  bool has_table_;
  hsize_t epochs_;
  std::vector<ColumnPath> columns_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> checksums_;
};

}  // namespace skerry::hdf5
