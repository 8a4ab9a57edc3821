#pragma once

#include "skerry/columns.hpp"
#include "skerry/record.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_format.hpp"

#include <optional>
#include <string>
#include <vector>

namespace skerry::hdf5 {

/// A column as a file names it: "/generation/best".
struct ColumnPath {
  std::string table;
  std::string name;

  std::string text() const { return "/" + table + "/" + name; }
};

/// They are in the order in which a file's checksums take their rows; coordinates and checksums are left out.
struct TraceColumns {
  std::vector<ColumnPath> decided;   ///< columns that seed and configuration decide
  std::vector<ColumnPath> measured;  ///< times and other columns in which two runs differ
};

/// Return the columns that this program writes, separated by spaces; `own` are those of its own.
std::string decided_columns_text(const std::vector<Column>& own);
std::string measured_columns_text();

/// Returns all columns of a table, or those that are `measured` or not.
template <Record R>
std::string columns_text(const trace_format::Table<R>& table, std::optional<bool> measured = {}) {
  std::string text;
  for_each_member<R>([&](const auto& member) {
    if (measured && member.measured() != *measured) return;
    text.append(text.empty() ? "" : " ").append(table.group).append("/").append(member.name);
  });
  return text;
}

template <Record R>
std::string genome_column(const trace_format::Table<R>& table) {
  return std::string(table.group) + "/" + trace_format::genome;
}

/// Throws Failure if the dataset of checksums does not list its columns.
std::vector<ColumnPath> listed_columns(hid_t file, const std::string& checksums);

/// This program must read the format version of the trace. Throws Failure if the columns are not listed.
TraceColumns columns_of(hid_t file);

/// Returns the columns of the program's own, in the order in which its checksums take them.
std::vector<Column> own_columns_of(hid_t file);

}  // namespace skerry::hdf5
