#pragma once

#include "trace/hdf5/extendible.hpp"
#include "trace/hdf5/handle.hpp"

#include <cstddef>
#include <span>
#include <string>

namespace skerry::hdf5 {

/// A chunked dataset whose rows are all replaced at once, any number of times. Its shape is [row] or [row,
/// width]; the width is fixed, or grows with the rows that need more.
class Replaceable {
 public:
  enum class Fit { grow, exact };
  /// The width of a dataset whose width grows.
  static constexpr hsize_t growing = H5S_UNLIMITED;

  Replaceable(hid_t group, const Extendible::Format& format);

  /// Returns the width that rows need, of which the longest has `longest` values: with Fit::grow at least
  /// that of the rows in the file.
  hsize_t width_for(hsize_t longest, Fit fit) const;
  /// Replaces all rows by these, [row][width]. With Fit::grow, rows of the file beyond them stay, and are
  /// filled with NaN, -1 or 0; with Fit::exact they are cut off.
  void write(std::span<const std::byte> values, hsize_t rows, hsize_t width, Fit fit);
  void close() { dataset_.close(name_); }

  hid_t id() const { return dataset_.id(); }

 private:
  int rank() const { return most_width_ == 0 ? 1 : 2; }
  void write_rows(std::span<const std::byte> values, hsize_t first, hsize_t count);

  std::string name_;
  Extendible::Type kind_;
  hsize_t most_width_;  // 0: one dimension
  hsize_t rows_ = 0;    // of the file, like the next
  hsize_t width_;       // 1 where there is one dimension
  hsize_t used_ = 0;    // the rows that are no filling
  Dataset dataset_;
  Datatype type_;
};

/// A dimension of a netCDF file that has a length and no values; other datasets can be attached to it.
class GrowingDimension {
 public:
  GrowingDimension(hid_t group, const std::string& name);
  void resize(hsize_t length);
  void close() { dataset_.close(name_); }
  hid_t id() const { return dataset_.id(); }

 private:
  std::string name_;
  Dataset dataset_;
};

}  // namespace skerry::hdf5
