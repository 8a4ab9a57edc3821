#pragma once

#include "trace/hdf5/file.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <hdf5_hl.h>

namespace skerry::hdf5 {

/// Returns the type of a text of fixed size in bytes, padded with zeros, UTF-8. No text has variable length:
/// such texts lie in a heap without a checksum, and HDF5 1.10 loops for ever in a damaged one.
Datatype text_type(std::size_t size_bytes);

/// The most bytes of a text; HDF5 takes no attribute of more than 64 KiB.
inline constexpr std::size_t most_text_bytes = 60000;

// Attributes of an object, all scalars. `object` is a file, group or dataset.
void add_attribute(hid_t object, const char* name, const std::string& text);
void add_attribute(hid_t object, const char* name, std::int64_t value);
void add_attribute(hid_t object, const char* name, std::uint64_t value);
void add_attribute(hid_t object, const char* name, double value);

/// The text may change later, up to that size: it is rewritten in place, which SWMR allows.
void reserve_attribute(hid_t object, const char* name, const std::string& text, std::size_t size_bytes);
void change_attribute(hid_t object, const char* name, const std::string& text);
void change_attribute(hid_t object, const char* name, std::int64_t value);
void change_attribute(hid_t object, const char* name, double value);

std::optional<std::string> text_attribute(hid_t object, const char* name);
std::optional<std::int64_t> integer_attribute(hid_t object, const char* name);
std::optional<std::uint64_t> unsigned_attribute(hid_t object, const char* name);
std::optional<double> real_attribute(hid_t object, const char* name);
/// Throws Failure if it is missing or less than `least`.
std::uint64_t count_attribute(hid_t object, const char* name, std::int64_t least = 0);

template <typename T>
T required(std::optional<T> value, const char* name) {
  if (!value) throw Failure(std::string("attribute '") + name + "' is missing");
  return *std::move(value);
}

/// Deflated chunks suit a file that is written once: those that grow while it is read would move each time.
enum class Chunks { plain, deflated };

/// Rows wait in memory until write(). The shape is [row], [row, width], or that of texts (Format).
class Extendible {
 public:
  /// A row of `text` is a string: HDF5's tools show a text as one, as they do not show characters.
  enum class Type { real, integer, byte, character, text };

  struct Format {
    std::string name;
    Type type = Type::real;
    hsize_t width = 0;  ///< values in a row; 0 means one value, and the shape [row]
    std::string unit;
    std::string long_name;
    Chunks chunks = Chunks::plain;
    hsize_t characters = 0;  ///< of each text of a row, whose shape is then [row, width, character]
  };

  Extendible(hid_t group, const Format& format);

  void add(double value) { std::get<std::vector<double>>(waiting_).push_back(value); }
  void add(std::int64_t value) { std::get<std::vector<std::int64_t>>(waiting_).push_back(value); }
  void add(std::uint64_t value) { add(static_cast<std::int64_t>(value)); }
  void add_bytes(std::span<const std::byte> values);
  /// Adds a text without NUL as rows of type `text`: a single one, unless it is longer than a row.
  void add_text(std::string_view text);

  void write();
  void close() { dataset_.close(name_); }

  void set_attribute(const char* name, const std::string& text) { add_attribute(dataset_.id(), name, text); }

  void make_scale() { checked(H5DSset_scale(dataset_.id(), name_.c_str()), name_); }
  hid_t id() const { return dataset_.id(); }

 private:
  std::string name_;
  hsize_t width_ = 0;
  hsize_t characters_ = 0;
  hsize_t rows_ = 0;
  Dataset dataset_;
  Datatype type_;
  std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<char>> waiting_;
};

/// Does what H5DSattach_scale() does, but writes each list once and not anew for each dataset.
class Attachments {
 public:
  /// Both must be open until write().
  void add(hid_t dataset, unsigned dimension, hid_t scale) { all_.push_back({dataset, dimension, scale}); }
  /// No dataset may be attached to any coordinate yet.
  void write() const;

 private:
  struct Attachment {
    hid_t dataset;
    unsigned dimension;
    hid_t scale;
  };
  std::vector<Attachment> all_;
};

/// It grows to `most` rows and columns, or rows if it has one dimension.
Dataset create_chunked(hid_t group, const Extendible::Format& format, std::span<const hsize_t> most,
                       std::span<const hsize_t> chunk);

Dataset add_index_scale(hid_t group, const char* name, hsize_t count, const char* long_name);

/// All rows are replaced at once. The shape is [row] or [row, width]; the width is fixed, or grows.
class Replaceable {
 public:
  enum class Fit { grow, exact };
  static constexpr hsize_t growing = H5S_UNLIMITED;

  Replaceable(hid_t group, const Extendible::Format& format);

  /// `longest` is the most values in a row; with Fit::grow the width is at least that of the file.
  hsize_t width_for(hsize_t longest, Fit fit) const;
  /// `values` are [row][width]. With Fit::grow, rows of the file beyond them are filled with NaN, -1 or 0;
  /// with Fit::exact they are cut off.
  void write(std::span<const std::byte> values, hsize_t rows, hsize_t width, Fit fit);
  void close() { dataset_.close(name_); }

  hid_t id() const { return dataset_.id(); }

 private:
  std::string name_;
  Extendible::Type kind_;
  hsize_t most_width_;  // 0: one dimension
  hsize_t rows_ = 0;    // of the file, like the next
  hsize_t width_;       // 1 if there is one dimension
  hsize_t used_ = 0;    // the rows that are not filling
  Dataset dataset_;
  Datatype type_;
};

/// A dimension of a netCDF file that has a length and no values; other datasets can be attached to it.
class GrowingDimension {
 public:
  GrowingDimension(hid_t group, const std::string& name, Chunks chunks);
  void resize(hsize_t length) { checked(H5Dset_extent(dataset_.id(), &length), name_); }
  void close() { dataset_.close(name_); }
  hid_t id() const { return dataset_.id(); }

 private:
  std::string name_;
  Dataset dataset_;
};

}  // namespace skerry::hdf5
