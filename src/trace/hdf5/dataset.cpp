#include "trace/hdf5/dataset.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <map>
#include <numeric>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

void add(hid_t object, const char* name, hid_t file_type, hid_t memory_type, const void* value) {
  const std::string doing = fmt::format("attribute '{}'", name);
  const Dataspace scalar(H5Screate(H5S_SCALAR), doing);
  const Attribute attribute(H5Acreate2(object, name, file_type, scalar.id(), H5P_DEFAULT, H5P_DEFAULT),
                            doing);
  checked(H5Awrite(attribute.id(), memory_type, value), doing);
}

void change(hid_t object, const char* name, hid_t memory_type, const void* value) {
  const std::string doing = fmt::format("attribute '{}'", name);
  const Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), doing);
  checked(H5Awrite(attribute.id(), memory_type, value), doing);
}

/// Opens a scalar attribute of that class; returns none if there is no such attribute.
std::optional<Attribute> open(hid_t object, const char* name, H5T_class_t expected, const char* kind) {
  const std::string doing = fmt::format("attribute '{}'", name);
  if (checked(H5Aexists(object, name), doing) == 0) return std::nullopt;
  Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), doing);
  const Datatype type(H5Aget_type(attribute.id()), doing);
  const Dataspace space(H5Aget_space(attribute.id()), doing);
  if (H5Tget_class(type.id()) != expected || H5Sget_simple_extent_npoints(space.id()) != 1) {
    throw Failure(fmt::format("attribute '{}' is not {}", name, kind));
  }
  return attribute;
}

template <typename T>
std::optional<T> number(hid_t object, const char* name, H5T_class_t expected, const char* kind,
                        hid_t memory_type) {
  const auto attribute = open(object, name, expected, kind);
  if (!attribute) return std::nullopt;
  T value{};
  checked(H5Aread(attribute->id(), memory_type, &value), fmt::format("attribute '{}'", name));
  return value;
}

/// Every chunk takes its whole size on disk and is written whole at each flush, so small chunks suit a short
/// run; in a long run each chunk costs some 20 bytes of index.
constexpr hsize_t chunk_size_bytes = 4096;

/// It takes half the time of the usual 6, for nearly the same size.
constexpr unsigned deflate_level = 3;

/// With the final NUL. SWMR allows no text of variable length; nearly all texts fit into one such string.
constexpr std::size_t string_size_bytes = 16384;

void describe(hid_t dataset, const std::string& unit, const std::string& long_name) {
  if (!unit.empty()) add_attribute(dataset, "units", unit);
  if (!long_name.empty()) add_attribute(dataset, "long_name", long_name);
}

/// Values have it in memory, too.
Datatype type_of(Extendible::Type type) {
  switch (type) {
    case Extendible::Type::real:
      return {H5Tcopy(H5T_IEEE_F64LE), "type"};
    case Extendible::Type::integer:
      return {H5Tcopy(H5T_STD_I64LE), "type"};
    case Extendible::Type::character:  // the char of netCDF, whose library crashes over rows of longer texts
      return text_type(1);
    case Extendible::Type::text: {
      Datatype text = text_type(string_size_bytes);
      checked(H5Tset_strpad(text.id(), H5T_STR_NULLTERM), "text type");  // tools print padding, but not this
      return text;
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

constexpr hsize_t values_in_chunk = 512;   // 4 KiB of numbers
constexpr hsize_t square_chunk_edge = 64;  // 4 KiB of bytes, if neither dimension is known beforehand

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

/// Writes values of [row], [row][width] or [row][width][character] to the rows from the first one on.
void write_rows(const Dataset& dataset, const Datatype& type, hsize_t first,
                const std::array<hsize_t, 3>& shape, const void* values, const std::string& name) {
  const std::array<hsize_t, 3> start{first, 0, 0};
  const Dataspace file(H5Dget_space(dataset.id()), name);
  checked(H5Sselect_hyperslab(file.id(), H5S_SELECT_SET, start.data(), nullptr, shape.data(), nullptr), name);
  const Dataspace memory(H5Screate_simple(H5Sget_simple_extent_ndims(file.id()), shape.data(), nullptr),
                         name);
  checked(H5Dwrite(dataset.id(), type.id(), memory.id(), file.id(), H5P_DEFAULT, values), name);
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

Datatype text_type(std::size_t size_bytes) {
  Datatype type(H5Tcopy(H5T_C_S1), "text type");
  checked(H5Tset_size(type.id(), size_bytes), "text type");
  checked(H5Tset_cset(type.id(), H5T_CSET_UTF8), "text type");
  checked(H5Tset_strpad(type.id(), H5T_STR_NULLPAD), "text type");
  return type;
}

void add_attribute(hid_t object, const char* name, const std::string& text) {
  reserve_attribute(object, name, text, std::max<std::size_t>(text.size(), 1));
}

void add_attribute(hid_t object, const char* name, std::int64_t value) {
  add(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, &value);
}

void add_attribute(hid_t object, const char* name, std::uint64_t value) {
  add(object, name, H5T_STD_U64LE, H5T_NATIVE_UINT64, &value);
}

void add_attribute(hid_t object, const char* name, double value) {
  add(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

void reserve_attribute(hid_t object, const char* name, const std::string& text, std::size_t size_bytes) {
  const Datatype type = text_type(size_bytes);
  std::string padded = text;
  padded.resize(size_bytes, '\0');
  add(object, name, type.id(), type.id(), padded.data());
}

void change_attribute(hid_t object, const char* name, const std::string& text) {
  const Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), name);
  const Datatype type(H5Aget_type(attribute.id()), name);
  std::string padded = text;
  padded.resize(H5Tget_size(type.id()), '\0');
  checked(H5Awrite(attribute.id(), type.id(), padded.data()), name);
}

void change_attribute(hid_t object, const char* name, std::int64_t value) {
  change(object, name, H5T_NATIVE_INT64, &value);
}

void change_attribute(hid_t object, const char* name, double value) {
  change(object, name, H5T_NATIVE_DOUBLE, &value);
}

std::optional<std::string> text_attribute(hid_t object, const char* name) {
  const auto attribute = open(object, name, H5T_STRING, "a text");
  if (!attribute) return std::nullopt;
  const Datatype type(H5Aget_type(attribute->id()), name);
  const std::size_t size = H5Tget_size(type.id());
  if (checked(H5Tis_variable_str(type.id()), name) > 0 || size > most_text_bytes) {
    throw Failure(fmt::format("attribute '{}' is not a text of fixed size", name));
  }
  std::string text(size, '\0');
  checked(H5Aread(attribute->id(), type.id(), text.data()), name);
  text.resize(std::min(text.size(), text.find('\0')));
  return text;
}

std::optional<std::int64_t> integer_attribute(hid_t object, const char* name) {
  return number<std::int64_t>(object, name, H5T_INTEGER, "a whole number", H5T_NATIVE_INT64);
}

std::optional<std::uint64_t> unsigned_attribute(hid_t object, const char* name) {
  return number<std::uint64_t>(object, name, H5T_INTEGER, "a whole number", H5T_NATIVE_UINT64);
}

std::optional<double> real_attribute(hid_t object, const char* name) {
  return number<double>(object, name, H5T_FLOAT, "a number", H5T_NATIVE_DOUBLE);
}

std::uint64_t count_attribute(hid_t object, const char* name, std::int64_t least) {
  const std::int64_t value = required(integer_attribute(object, name), name);
  if (value < least) throw Failure(fmt::format("attribute '{}' is {}", name, value));
  return static_cast<std::uint64_t>(value);
}

Dataset create_chunked(hid_t group, const Extendible::Format& format, std::span<const hsize_t> most,
                       std::span<const hsize_t> chunk) {
  const std::string& name = format.name;
  const auto rank = static_cast<int>(most.size());
  std::vector<hsize_t> none(most.begin(), most.end());
  for (hsize_t& extent : none) extent = extent == H5S_UNLIMITED ? 0 : extent;
  const PropertyList creation(H5Pcreate(H5P_DATASET_CREATE), name);
  checked(H5Pset_chunk(creation.id(), rank, chunk.data()), name);
  if (format.chunks == Chunks::deflated) {
    checked(H5Pset_shuffle(creation.id()), name);
    checked(H5Pset_deflate(creation.id(), deflate_level), name);
  }
  const Dataspace space(H5Screate_simple(rank, none.data(), most.data()), name);
  const Datatype type = type_of(format.type);
  Dataset dataset(
      H5Dcreate2(group, name.c_str(), type.id(), space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT), name);
  describe(dataset.id(), format.unit, format.long_name);
  return dataset;
}

Extendible::Extendible(hid_t group, const Format& format)
    : name_(format.name), width_(format.width), characters_(format.characters) {
  if (format.type == Type::real) {
    waiting_ = std::vector<double>();
  } else if (format.type == Type::integer) {
    waiting_ = std::vector<std::int64_t>();
  } else {
    waiting_ = std::vector<char>();
  }
  const std::size_t rank = width_ == 0 ? 1 : characters_ == 0 ? 2 : 3;
  const std::array<hsize_t, 3> most{H5S_UNLIMITED, width_, characters_};
  const hsize_t row_size_bytes =
      size_bytes_of(format.type) * std::max<hsize_t>(width_, 1) * std::max<hsize_t>(characters_, 1);
  const hsize_t rows = std::max<hsize_t>(chunk_size_bytes / row_size_bytes, 1);
  const std::array<hsize_t, 3> chunk{rows, width_, characters_};
  dataset_ = create_chunked(group, format, std::span(most).first(rank), std::span(chunk).first(rank));
  type_ = Datatype(H5Dget_type(dataset_.id()), name_);
}

void Extendible::add_bytes(std::span<const std::byte> values) {
  std::visit(
      [values]<typename T>(std::vector<T>& waiting) {
        const std::size_t before = waiting.size();
        waiting.resize(before + values.size() / sizeof(T));
        if (!values.empty()) std::memcpy(waiting.data() + before, values.data(), values.size());
      },
      waiting_);
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
        const std::size_t row_size_bytes =
            H5Tget_size(type_.id()) * std::max<hsize_t>(width_, 1) * std::max<hsize_t>(characters_, 1);
        const hsize_t added = values.size() * sizeof(values[0]) / row_size_bytes;
        const std::array<hsize_t, 3> grown{rows_ + added, width_, characters_};
        checked(H5Dset_extent(dataset_.id(), grown.data()), name_);
        write_rows(dataset_, type_, rows_, {added, width_, characters_}, values.data(), name_);
        rows_ = grown[0];
        values.clear();
      },
      waiting_);
}

namespace {

hobj_ref_t reference_to(hid_t dataset) {
  hobj_ref_t reference = 0;
  checked(H5Rcreate(&reference, dataset, ".", H5R_OBJECT, -1), "coordinate");
  return reference;
}

void write_list(hid_t dataset, const char* name, const Datatype& type, hsize_t count, const void* values) {
  const Dataspace space(H5Screate_simple(1, &count, nullptr), name);
  const Attribute attribute(H5Acreate2(dataset, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), name);
  checked(H5Awrite(attribute.id(), type.id(), values), name);
}

}  // namespace

void Attachments::write() const {
  struct Attached {
    hobj_ref_t dataset;
    int dimension;
  };
  std::map<hid_t, std::vector<Attached>> of_scale;
  std::map<hid_t, std::map<unsigned, hobj_ref_t>> of_dataset;
  for (const auto& [dataset, dimension, scale] : all_) {
    of_scale[scale].push_back({reference_to(dataset), static_cast<int>(dimension)});
    of_dataset[dataset][dimension] = reference_to(scale);
  }
  const Datatype list(H5Tvlen_create(H5T_STD_REF_OBJ), "DIMENSION_LIST");
  for (auto& [dataset, scales] : of_dataset) {
    std::vector<hvl_t> dimensions(scales.rbegin()->first + 1, hvl_t{.len = 0, .p = nullptr});
    for (auto& [dimension, scale] : scales) dimensions[dimension] = {.len = 1, .p = &scale};
    write_list(dataset, "DIMENSION_LIST", list, dimensions.size(), dimensions.data());
  }
  const Datatype pair(H5Tcreate(H5T_COMPOUND, sizeof(Attached)), "REFERENCE_LIST");
  checked(H5Tinsert(pair.id(), "dataset", HOFFSET(Attached, dataset), H5T_STD_REF_OBJ), "REFERENCE_LIST");
  checked(H5Tinsert(pair.id(), "dimension", HOFFSET(Attached, dimension), H5T_NATIVE_INT), "REFERENCE_LIST");
  for (const auto& [scale, datasets] : of_scale)
    write_list(scale, "REFERENCE_LIST", pair, datasets.size(), datasets.data());
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
  if (!values.empty()) write_rows(dataset_, type_, 0, {rows, width}, values.data(), name_);
  const hsize_t left = std::max(rows, std::min(used_, rows_)) - rows;
  if (left * width > 0)
    write_rows(dataset_, type_, rows, {left, width}, filling_of(kind_, left * width).data(), name_);
  used_ = rows;
}

GrowingDimension::GrowingDimension(hid_t group, const std::string& name, Chunks chunks) : name_(name) {
  const std::array<hsize_t, 1> most{H5S_UNLIMITED};
  const std::array<hsize_t, 1> chunk{values_in_chunk};
  dataset_ = create_chunked(
      group, {.name = name, .type = Extendible::Type::byte, .unit = "", .long_name = "", .chunks = chunks},
      most, chunk);
  // The name by which netCDF-4 knows a dimension without a variable; its number is not read.
  checked(H5DSset_scale(dataset_.id(), "This is a netCDF dimension but not a netCDF variable.         0"),
          name_);
}

}  // namespace skerry::hdf5
