#include "trace/hdf5/extendible.hpp"

#include "trace/hdf5/attribute.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/core.h>
#include <hdf5_hl.h>

namespace skerry::hdf5 {
namespace {

/// Every chunk takes its whole size on disk and is written whole at each flush, so small chunks suit a short
/// run; in a long run each chunk costs some 20 bytes of index.
constexpr hsize_t chunk_size_bytes = 4096;

/// The size of a string, its final NUL included. SWMR allows no text of variable length, and the size of a
/// text is not known beforehand; nearly all texts fit into one such string.
constexpr std::size_t string_size_bytes = 16384;

void describe(hid_t dataset, const std::string& unit, const std::string& long_name) {
  if (!unit.empty()) add_attribute(dataset, "units", unit);
  if (!long_name.empty()) add_attribute(dataset, "long_name", long_name);
}

/// Returns the type of values in the file, which they also have in memory.
Datatype type_of(Extendible::Type type) {
  switch (type) {
    case Extendible::Type::real:
      return {H5Tcopy(H5T_IEEE_F64LE), "type"};
    case Extendible::Type::integer:
      return {H5Tcopy(H5T_STD_I64LE), "type"};
    case Extendible::Type::character:  // the char of netCDF
      return text_type(1);
    case Extendible::Type::text: {
      Datatype type = text_type(string_size_bytes);
      checked(H5Tset_strpad(type.id(), H5T_STR_NULLTERM), "text type");  // tools print padding, but not this
      return type;
    }
    case Extendible::Type::byte:
      break;
  }
  return {H5Tcopy(H5T_STD_U8LE), "type"};
}

std::size_t size_bytes_of(Extendible::Type type) {
  if (type == Extendible::Type::text) return string_size_bytes;
  return type == Extendible::Type::real || type == Extendible::Type::integer ? 8 : 1;
}

/// Returns how many bytes from the start of a text fit into one string without cutting a character of UTF-8.
std::size_t fitting_bytes(std::string_view text) {
  if (text.size() < string_size_bytes) return text.size();
  const auto continues = [&](std::size_t place) {
    return (static_cast<unsigned char>(text[place]) & 0xc0U) == 0x80U;
  };
  std::size_t end = string_size_bytes - 1;
  while (end > string_size_bytes - 4 && continues(end)) --end;
  return end;
}

}  // namespace

Dataset create_chunked(hid_t group, const Extendible::Format& format, std::span<const hsize_t> most,
                       std::span<const hsize_t> chunk) {
  const std::string& name = format.name;
  const auto rank = static_cast<int>(most.size());
  std::vector<hsize_t> none(most.begin(), most.end());
  for (hsize_t& extent : none) extent = extent == H5S_UNLIMITED ? 0 : extent;
  const PropertyList creation(H5Pcreate(H5P_DATASET_CREATE), name);
  checked(H5Pset_chunk(creation.id(), rank, chunk.data()), name);
  const Dataspace space(H5Screate_simple(rank, none.data(), most.data()), name);
  const Datatype type = type_of(format.type);
  Dataset dataset(
      H5Dcreate2(group, name.c_str(), type.id(), space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT), name);
  describe(dataset.id(), format.unit, format.long_name);
  return dataset;
}

Extendible::Extendible(hid_t group, const Format& format) : name_(format.name), width_(format.width) {
  if (format.type == Type::real) {
    waiting_ = std::vector<double>();
  } else if (format.type == Type::integer) {
    waiting_ = std::vector<std::int64_t>();
  } else {
    waiting_ = std::vector<char>();
  }
  const std::size_t rank = width_ == 0 ? 1 : 2;
  const std::array<hsize_t, 2> most{H5S_UNLIMITED, width_};
  const hsize_t row_size_bytes = size_bytes_of(format.type) * std::max<hsize_t>(width_, 1);
  const std::array<hsize_t, 2> chunk{std::max<hsize_t>(chunk_size_bytes / row_size_bytes, 1), width_};
  dataset_ = create_chunked(group, format, std::span(most).first(rank), std::span(chunk).first(rank));
  type_ = Datatype(H5Dget_type(dataset_.id()), name_);
}

void Extendible::add(const void* bytes, std::size_t count) {
  const auto* first = static_cast<const char*>(bytes);
  auto& waiting = std::get<std::vector<char>>(waiting_);
  waiting.insert(waiting.end(), first, first + count);
}

void Extendible::add_text(std::string_view text) {
  auto& waiting = std::get<std::vector<char>>(waiting_);
  while (!text.empty()) {
    const std::size_t bytes = fitting_bytes(text);
    waiting.insert(waiting.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(bytes));
    waiting.resize(waiting.size() + string_size_bytes - bytes, '\0');
    text.remove_prefix(bytes);
  }
}

void Extendible::write() {
  std::visit(
      [this](auto& values) {
        if (values.empty()) return;
        const int rank = width_ == 0 ? 1 : 2;
        const std::size_t row_size_bytes = H5Tget_size(type_.id()) * std::max<hsize_t>(width_, 1);
        const std::array<hsize_t, 2> added{values.size() * sizeof(values[0]) / row_size_bytes, width_};
        const std::array<hsize_t, 2> grown{rows_ + added[0], width_};
        const std::array<hsize_t, 2> start{rows_, 0};
        checked(H5Dset_extent(dataset_.id(), grown.data()), name_);
        const Dataspace file(H5Dget_space(dataset_.id()), name_);
        checked(H5Sselect_hyperslab(file.id(), H5S_SELECT_SET, start.data(), nullptr, added.data(), nullptr),
                name_);
        const Dataspace memory(H5Screate_simple(rank, added.data(), nullptr), name_);
        checked(H5Dwrite(dataset_.id(), type_.id(), memory.id(), file.id(), H5P_DEFAULT, values.data()),
                name_);
        rows_ = grown[0];
        values.clear();
      },
      waiting_);
}

void Extendible::set_attribute(const char* name, const std::string& text) {
  add_attribute(dataset_.id(), name, text);
}

void Extendible::make_scale() {
  checked(H5DSset_scale(dataset_.id(), name_.c_str()), name_);
}

void Extendible::attach(hid_t scale, unsigned dimension) {
  checked(H5DSattach_scale(dataset_.id(), scale, dimension), name_);
}

Dataset add_index_scale(hid_t group, const char* name, hsize_t count, const char* long_name) {
  std::vector<std::int64_t> values(count);
  std::iota(values.begin(), values.end(), 0);
  const Dataspace space(H5Screate_simple(1, &count, nullptr), name);
  Dataset dataset(H5Dcreate2(group, name, H5T_STD_I64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                  name);
  checked(H5Dwrite(dataset.id(), H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  checked(H5DSset_scale(dataset.id(), name), name);
  describe(dataset.id(), "1", long_name);
  return dataset;
}

}  // namespace skerry::hdf5
