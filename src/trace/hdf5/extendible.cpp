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

void describe(hid_t dataset, const std::string& unit, const std::string& long_name) {
  if (!unit.empty()) add_attribute(dataset, "units", unit);
  if (!long_name.empty()) add_attribute(dataset, "long_name", long_name);
}

}  // namespace

Extendible::Extendible(hid_t group, const Format& format) : name_(format.name), width_(format.width) {
  hid_t file_type = H5T_STD_U8LE;
  switch (format.type) {
    case Type::real:
      file_type = H5T_IEEE_F64LE;
      memory_type_ = H5T_NATIVE_DOUBLE;
      waiting_ = std::vector<double>();
      break;
    case Type::integer:
      file_type = H5T_STD_I64LE;
      memory_type_ = H5T_NATIVE_INT64;
      waiting_ = std::vector<std::int64_t>();
      break;
    case Type::byte:
      memory_type_ = H5T_NATIVE_UINT8;
      waiting_ = std::vector<char>();
      break;
    case Type::character:  // the char of netCDF
      character_ = text_type(1);
      file_type = memory_type_ = character_.id();
      waiting_ = std::vector<char>();
      break;
  }
  const int rank = width_ == 0 ? 1 : 2;
  const std::array<hsize_t, 2> none{0, width_};
  const std::array<hsize_t, 2> most{H5S_UNLIMITED, width_};
  const hsize_t row_size_bytes = H5Tget_size(file_type) * std::max<hsize_t>(width_, 1);
  const std::array<hsize_t, 2> chunk{std::max<hsize_t>(chunk_size_bytes / row_size_bytes, 1), width_};

  const PropertyList creation(H5Pcreate(H5P_DATASET_CREATE), name_);
  checked(H5Pset_chunk(creation.id(), rank, chunk.data()), name_);
  const Dataspace space(H5Screate_simple(rank, none.data(), most.data()), name_);
  dataset_ = Dataset(
      H5Dcreate2(group, name_.c_str(), file_type, space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
      name_);
  describe(dataset_.id(), format.unit, format.long_name);
}

void Extendible::add(const void* bytes, std::size_t count) {
  const auto* first = static_cast<const char*>(bytes);
  auto& waiting = std::get<std::vector<char>>(waiting_);
  waiting.insert(waiting.end(), first, first + count);
}

void Extendible::write() {
  std::visit(
      [this](auto& values) {
        if (values.empty()) return;
        const int rank = width_ == 0 ? 1 : 2;
        const std::array<hsize_t, 2> added{values.size() / std::max<hsize_t>(width_, 1), width_};
        const std::array<hsize_t, 2> grown{rows_ + added[0], width_};
        const std::array<hsize_t, 2> start{rows_, 0};
        checked(H5Dset_extent(dataset_.id(), grown.data()), name_);
        const Dataspace file(H5Dget_space(dataset_.id()), name_);
        checked(H5Sselect_hyperslab(file.id(), H5S_SELECT_SET, start.data(), nullptr, added.data(), nullptr),
                name_);
        const Dataspace memory(H5Screate_simple(rank, added.data(), nullptr), name_);
        checked(H5Dwrite(dataset_.id(), memory_type_, memory.id(), file.id(), H5P_DEFAULT, values.data()),
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
