#pragma once

#include "skerry/archipelago.hpp"

#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/trace_table.hpp"

#include <cstdint>

namespace skerry::hdf5 {

/// Writes the births of a trace: the table /birth, and of each epoch their number so far and their checksum
/// to /epoch. The other columns of a trace do not depend on whether this table is there.
class BirthTable {
 public:
  /// Makes the table and the columns of `epoch`, which must outlive it.
  BirthTable(hid_t file, TraceTable& epoch);

  /// Adds the births of an epoch, which wait in memory until write().
  void add(const EpochRecord& record);
  /// Appends the waiting rows of /birth; those of /epoch are written with that table.
  void write() { table_.write(); }
  void close() { table_.close(); }

 private:
  TraceTable table_;
  Extendible* count_;
  Extendible* checksum_;
  std::uint64_t births_ = 0;  // rows so far
};

}  // namespace skerry::hdf5
