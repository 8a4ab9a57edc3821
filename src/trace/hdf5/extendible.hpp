#pragma once

#include "trace/hdf5/handle.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace skerry::hdf5 {

/// A chunked dataset that grows by rows, which wait in memory until write(). Its shape is [row] or [row,
/// width].
class Extendible {
 public:
  /// A row of `text` is a string of fixed size: HDF5's tools show a text as one, as they do not show an array
  /// of characters.
  enum class Type { real, integer, byte, character, text };

  struct Format {
    std::string name;
    Type type = Type::real;
    hsize_t width = 0;  ///< values in a row; 0 means one value, and the shape [row]
    std::string unit;
    std::string long_name;
  };

  Extendible(hid_t group, const Format& format);

  void add(double value) { std::get<std::vector<double>>(waiting_).push_back(value); }
  void add(std::int64_t value) { std::get<std::vector<std::int64_t>>(waiting_).push_back(value); }
  void add(std::uint64_t value) { add(static_cast<std::int64_t>(value)); }
  /// Adds bytes or characters.
  void add(const void* bytes, std::size_t count);
  /// Adds a text without NUL as rows of type `text`: a single one, unless it is longer than a row.
  void add_text(std::string_view text);

  /// Appends the waiting rows to the dataset.
  void write();
  void close() { dataset_.close(name_); }

  void set_attribute(const char* name, const std::string& text);

  /// Makes this one-dimensional dataset a coordinate that other datasets can be attached to.
  void make_scale();
  void attach(const Extendible& scale, unsigned dimension) { attach(scale.dataset_.id(), dimension); }
  void attach(hid_t scale, unsigned dimension);

 private:
  std::string name_;
  hsize_t width_ = 0;
  hsize_t rows_ = 0;
  Dataset dataset_;
  Datatype type_;
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<char>> waiting_;
};

/// Makes an empty chunked dataset that grows to `most` rows and columns, or rows where it has one dimension.
Dataset create_chunked(hid_t group, const Extendible::Format& format, std::span<const hsize_t> most,
                       std::span<const hsize_t> chunk);

/// Adds a coordinate 0, 1, ... count - 1 of fixed length.
Dataset add_index_scale(hid_t group, const char* name, hsize_t count, const char* long_name);

}  // namespace skerry::hdf5
