#pragma once

#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/trace_format.hpp"

#include <array>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace skerry::hdf5 {

/// A group of a trace: datasets that grow together, with their coordinates. The group holds its coordinates
/// itself, because netCDF-4 readers that open one group look for them there.
class TraceTable {
 public:
  struct Format {
    const char* group;
    const char* row;  ///< name of the row's coordinate
    const char* row_long_name;
    hsize_t islands = 0;  ///< 0: one value a row; otherwise [row, island], and a coordinate `island`
    std::string fitness_unit;
  };

  template <typename Record, std::size_t N>
  TraceTable(hid_t file, const Format& format, const std::array<trace_format::Column<Record>, N>& columns)
      : TraceTable(file, format) {
    for (const auto& column : columns) {
      const bool real = std::holds_alternative<double Record::*>(column.member);
      const bool fitness = column.unit == trace_format::fitness_unit;
      add_column({.name = column.name,
                  .type = real ? Extendible::Type::real : Extendible::Type::integer,
                  .width = format.islands,
                  .unit = fitness ? format.fitness_unit : column.unit,
                  .long_name = column.long_name});
    }
  }

  /// A further column after those of the records, of one whole number a row.
  Extendible& add_row_column(const char* name, const char* long_name);

  /// Rows of records, [row][island] where the table has islands; `row` is the first one's coordinate.
  template <typename Record, std::size_t N>
  void append(std::uint64_t row, std::span<const Record> records,
              const std::array<trace_format::Column<Record>, N>& columns) {
    for (std::size_t i = 0; i < records.size() / records_in_row_; ++i) row_.add(row + i);
    for (std::size_t i = 0; i < N; ++i) {
      std::visit(
          [&](auto member) {
            for (const Record& record : records) columns_[i].add(record.*member);
          },
          columns[i].member);
    }
  }

  /// Appends the waiting rows to the datasets; flushing the file is left to its owner.
  void write();
  void close();

 private:
  TraceTable(hid_t file, const Format& format);
  Extendible& add_column(const Extendible::Format& format);

  std::string name_;
  std::size_t records_in_row_;
  Group group_;
  Dataset island_;
  Extendible row_;
  std::vector<Extendible> columns_;
};

/// A group that lists its members in the order of their making.
Group create_group(hid_t parent, const char* name);

}  // namespace skerry::hdf5
