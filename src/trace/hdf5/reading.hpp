#pragma once

#include "trace/hdf5/handle.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry::hdf5 {

/// The rows a dataset has.
hsize_t row_count(hid_t file, const std::string& dataset);

/// Rows `first` to `first + count - 1`.
struct Rows {
  hsize_t first = 0;
  hsize_t count = 0;
};

// Rows of a dataset of `width` values a row (0: one value a row, and one dimension). A dataset of another
// shape, or without those rows, is a Failure.
std::vector<double> read_reals(hid_t file, const std::string& dataset, Rows rows, hsize_t width);
std::vector<std::uint64_t> read_integers(hid_t file, const std::string& dataset, Rows rows, hsize_t width);
std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset);

/// A dataset of single characters.
std::string read_characters(hid_t file, const std::string& dataset);
/// A dataset that is one text of fixed size.
std::string read_text(hid_t file, const std::string& dataset);

}  // namespace skerry::hdf5
