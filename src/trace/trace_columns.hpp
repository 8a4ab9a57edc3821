#pragma once

#include "trace/hdf5/handle.hpp"

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
  std::vector<ColumnPath> decided;   ///< by seed and configuration
  std::vector<ColumnPath> measured;  ///< times and the like, which two runs do not share
};

/// Those that this program writes, as the attributes of a file list them: separated by spaces.
std::string decided_columns_text();
std::string measured_columns_text();

/// Those of an open trace of a format version that is read. Throws Failure where the file does not say.
TraceColumns columns_of(hid_t file);

/// What a column is called today: files of version 1 have names that were changed since.
std::string_view current_name(const ColumnPath& column);

}  // namespace skerry::hdf5
