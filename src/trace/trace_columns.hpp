#pragma once

#include "skerry/record.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_format.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace skerry::hdf5 {

/// A column as a file names it: "/generation/best".
struct ColumnPath {
  std::string table;
  std::string name;

  std::string text() const { return "/" + table + "/" + name; }
};

/// The columns of a file, in the order in which its checksums take their rows. Coordinates and the checksums
/// themselves are not among them.
struct TraceColumns {
  std::vector<ColumnPath> decided;   ///< columns that seed and configuration decide
  std::vector<ColumnPath> measured;  ///< times and other columns in which two runs differ
};

/// Returns the columns that this program writes, as the attributes of a file list them: separated by spaces.
std::string decided_columns_text();
std::string measured_columns_text();

/// Returns all columns of a table in the same form.
template <Record R>
std::string columns_text(const trace_format::Table<R>& table) {
  std::string text;
  for_each_member<R>([&](const auto& member) {
    text.append(text.empty() ? "" : " ").append(table.group).append("/").append(member.name);
  });
  return text;
}

/// Returns the columns that a dataset of checksums in an open trace covers. Throws Failure where it does not
/// list them.
std::vector<ColumnPath> listed_columns(hid_t file, const std::string& checksums);

/// Returns the columns of an open trace whose format version this program reads. Throws Failure where the
/// file does not list them.
TraceColumns columns_of(hid_t file);

/// Returns today's name of a column; files of version 1 have names that were changed since.
std::string_view current_name(const ColumnPath& column);

}  // namespace skerry::hdf5
