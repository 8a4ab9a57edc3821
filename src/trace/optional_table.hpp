#pragma once

#include "trace/checksum.hpp"
#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_table.hpp"

#include <cstdint>
#include <span>

namespace skerry::hdf5 {

/// Writes a table that only some runs have, and of each epoch the number of its rows so far and their
/// checksum to /epoch. The other columns of a trace do not depend on whether this table is there.
template <Record R>
class OptionalTable {
 public:
  /// Makes the table and the columns of `epoch`, which must outlive it.
  OptionalTable(hid_t file, TraceTable& epoch)
      : table_(file, format_.table, 0, ""),
        count_(&epoch.add_row_column(format_.count, format_.count_long_name)),
        checksum_(&epoch.add_row_column(format_.checksum, format_.checksum_long_name)) {
    checksum_->set_attribute(trace_format::columns_attribute, columns_text(format_.table));
  }

  /// Adds the rows of an epoch, which wait in memory until write().
  void add(std::span<const R> rows) {
    table_.append<R>(rows_, rows);
    rows_ += rows.size();
    count_->add(rows_);
    checksum_->add(checksum_of_rows(rows));
  }
  /// Appends the waiting rows of the table; those of /epoch are written with that table.
  void write() { table_.write(); }
  void close() { table_.close(); }

 private:
  static constexpr const auto& format_ = trace_format::optional_table<R>;

  TraceTable table_;
  Extendible* count_;
  Extendible* checksum_;
  std::uint64_t rows_ = 0;
};

}  // namespace skerry::hdf5
