#pragma once

#include "trace/hdf5/handle.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace skerry::hdf5 {

/// Returns the number of rows of a dataset.
hsize_t row_count(hid_t file, const std::string& dataset);

/// Rows `first` to `first + count - 1`.
struct Rows {
  hsize_t first = 0;
  hsize_t count = 0;
};

/// Rows of a dataset of numbers, as they are stored.
struct StoredRows {
  std::string dataset;
  Datatype type;
  hsize_t width = 0;  ///< values in a row; 0 means one value, and one dimension
  std::vector<std::byte> bytes;

  /// Returns the values. Throws Failure where the dataset has another width or another type.
  template <typename T>
  std::span<const T> values(hsize_t expected_width) const {
    check_values(std::is_same_v<T, double> ? H5T_IEEE_F64LE : H5T_STD_I64LE, expected_width);
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T)};
  }

 private:
  void check_values(hid_t expected_type, hsize_t expected_width) const;
};
/// Reads rows of a dataset. Throws Failure for a dataset of more than two dimensions, for one of other values
/// than numbers, and for missing rows.
StoredRows read_rows(hid_t file, const std::string& dataset, Rows rows);

/// Reads rows of a dataset of bytes or of single characters. Throws Failure like read_rows().
std::vector<std::byte> read_byte_rows(hid_t file, const std::string& dataset, Rows rows);
std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset);

/// Reads a dataset of strings of fixed size, which may be single characters, and joins them.
std::string read_strings(hid_t file, const std::string& dataset);
/// Reads a dataset that is one text of fixed size.
std::string read_text(hid_t file, const std::string& dataset);

}  // namespace skerry::hdf5
