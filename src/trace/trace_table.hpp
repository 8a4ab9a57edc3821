#pragma once

#include "skerry/record.hpp"

#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/trace_format.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <type_traits>

namespace skerry::hdf5 {

/// A group of a trace: datasets that grow together, with their coordinates. The group holds its coordinates
/// itself, because netCDF-4 readers that open one group look for them there.
class TraceTable {
 public:
  template <Record R>
  TraceTable(hid_t file, const trace_format::Table<R>& table, hsize_t islands, const std::string& own_unit)
      : TraceTable(file, table.group, table.row, table.row_long_name, table.by_island ? islands : 0) {
    for_each_member<R>([&]<typename T>(const Member<R, T>& member) {
      add_column({.name = member.name,
                  .type = std::is_same_v<T, double> ? Extendible::Type::real : Extendible::Type::integer,
                  .width = width_,
                  .unit = member.unit == fitness_unit ? own_unit : member.unit,
                  .long_name = member.long_name});
    });
  }

  /// Adds a column after those of the records, with one whole number a row.
  Extendible& add_row_column(const char* name, const char* long_name);

  /// Adds rows of records, [row][island] where the table has islands; `row` is the coordinate of the first.
  template <Record R>
  void append(std::uint64_t row, std::span<const R> records) {
    for (std::size_t i = 0; i < records.size() / records_in_row(); ++i) row_.add(row + i);
    auto column = columns_.begin();
    for_each_member<R>([&](const auto& member) {
      for (const R& record : records) column->add(record.*member.pointer);
      ++column;
    });
  }

  /// Appends the waiting rows to the datasets; the caller flushes the file.
  void write();
  void close();

 private:
  TraceTable(hid_t file, const char* group, const char* row, const char* row_long_name, hsize_t width);
  Extendible& add_column(const Extendible::Format& format);
  std::size_t records_in_row() const { return width_ == 0 ? 1 : width_; }

  std::string name_;
  hsize_t width_;  // the number of islands, or 0 where a row is one value
  Group group_;
  Dataset island_;
  Extendible row_;
  std::deque<Extendible> columns_;
};

/// Makes a group that lists its members in the order in which they were made.
Group create_group(hid_t parent, const char* name);

}  // namespace skerry::hdf5
