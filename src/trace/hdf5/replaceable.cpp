#include "trace/hdf5/replaceable.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <hdf5_hl.h>

namespace skerry::hdf5 {
namespace {

constexpr hsize_t values_in_chunk = 512;   // 4 KiB of numbers
constexpr hsize_t square_chunk_edge = 64;  // 4 KiB of bytes, where neither dimension is known beforehand

Dataset create_replaceable(hid_t group, const Extendible::Format& format) {
  const std::size_t rank = format.width == 0 ? 1 : 2;
  const std::array<hsize_t, 2> most{H5S_UNLIMITED, format.width};
  std::array<hsize_t, 2> chunk{values_in_chunk, 0};
  if (format.width == Replaceable::growing) {
    chunk = {square_chunk_edge, square_chunk_edge};
  } else if (format.width > 0) {
    chunk = {std::max<hsize_t>(values_in_chunk / format.width, 1), format.width};
  }
  return create_chunked(group, format, std::span(most).first(rank), std::span(chunk).first(rank));
}

std::vector<std::byte> filling_of(Extendible::Type type, std::size_t values) {
  const auto repeated = [values](auto value) {
    const std::vector<decltype(value)> all(values, value);
    const auto bytes = std::as_bytes(std::span(all));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  if (type == Extendible::Type::real) return repeated(std::numeric_limits<double>::quiet_NaN());
  if (type == Extendible::Type::integer) return repeated(std::int64_t{-1});
  return repeated(std::uint8_t{0});
}

}  // namespace

Replaceable::Replaceable(hid_t group, const Extendible::Format& format)
    : name_(format.name),
      kind_(format.type),
      most_width_(format.width),
      width_(format.width == growing ? 0 : std::max<hsize_t>(format.width, 1)),
      dataset_(create_replaceable(group, format)),
      type_(H5Dget_type(dataset_.id()), name_) {}

hsize_t Replaceable::width_for(hsize_t longest, Fit fit) const {
  if (most_width_ != growing) return width_;
  return fit == Fit::exact ? longest : std::max(width_, longest);
}

void Replaceable::write(std::span<const std::byte> values, hsize_t rows, hsize_t width, Fit fit) {
  const std::array<hsize_t, 2> extent{fit == Fit::exact ? rows : std::max(rows_, rows), width};
  if (extent[0] != rows_ || width != width_) checked(H5Dset_extent(dataset_.id(), extent.data()), name_);
  rows_ = extent[0];
  width_ = width;
  write_rows(values, 0, rows);
  if (rows < std::min(used_, rows_)) {
    const hsize_t count = std::min(used_, rows_) - rows;
    write_rows(filling_of(kind_, count * width), rows, count);
  }
  used_ = rows;
}

void Replaceable::write_rows(std::span<const std::byte> values, hsize_t first, hsize_t count) {
  if (values.empty()) return;
  const std::array<hsize_t, 2> start{first, 0};
  const std::array<hsize_t, 2> size{count, width_};
  const Dataspace file(H5Dget_space(dataset_.id()), name_);
  checked(H5Sselect_hyperslab(file.id(), H5S_SELECT_SET, start.data(), nullptr, size.data(), nullptr), name_);
  const Dataspace memory(H5Screate_simple(rank(), size.data(), nullptr), name_);
  checked(H5Dwrite(dataset_.id(), type_.id(), memory.id(), file.id(), H5P_DEFAULT, values.data()), name_);
}

GrowingDimension::GrowingDimension(hid_t group, const std::string& name) : name_(name) {
  const std::array<hsize_t, 1> most{H5S_UNLIMITED};
  const std::array<hsize_t, 1> chunk{values_in_chunk};
  dataset_ = create_chunked(
      group, {.name = name, .type = Extendible::Type::byte, .unit = "", .long_name = ""}, most, chunk);
  // The name by which netCDF-4 knows a dimension without a variable; its number is not read.
  checked(H5DSset_scale(dataset_.id(), "This is a netCDF dimension but not a netCDF variable.         0"),
          name_);
}

void GrowingDimension::resize(hsize_t length) {
  checked(H5Dset_extent(dataset_.id(), &length), name_);
}

}  // namespace skerry::hdf5
