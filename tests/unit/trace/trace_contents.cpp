#include "unit/trace/trace_contents.hpp"

#include "support/testing.hpp"
#include "trace/hdf5/dataset.hpp"

#include <hdf5_hl.h>

namespace skerry {
namespace {

using Contents = std::map<std::string, std::string>;

std::string shape_of(hid_t space) {
  std::array<hsize_t, H5S_MAX_RANK> shape{};
  std::array<hsize_t, H5S_MAX_RANK> most{};
  const int rank = H5Sget_simple_extent_dims(space, shape.data(), most.data());
  return fmt::format("[{}] of [{}] ", fmt::join(shape.data(), shape.data() + rank, ", "),
                     fmt::join(most.data(), most.data() + rank, ", "));
}

std::string bytes(hid_t type, hid_t space) {
  return std::string(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)) * H5Tget_size(type), '\0');
}

bool holds_addresses(const std::string& attribute) {
  return attribute == "DIMENSION_LIST" || attribute == "REFERENCE_LIST";
}

herr_t add_attribute(hid_t object, const char* name, const H5A_info_t*, void* values) {
  if (holds_addresses(name) || name == std::string("ended")) return 0;
  std::string& text = (*static_cast<Contents*>(values))[name];
  const hdf5::Attribute attribute(H5Aopen(object, name, H5P_DEFAULT), name);
  const hdf5::Datatype type(H5Aget_type(attribute.id()), name);
  const hdf5::Dataspace space(H5Aget_space(attribute.id()), name);
  if (H5Tget_class(type.id()) == H5T_STRING) {
    text = *hdf5::text_attribute(object, name);
  } else {
    text = bytes(type.id(), space.id());
    H5Aread(attribute.id(), type.id(), text.data());
  }
  return 0;
}

herr_t add_scale(hid_t, unsigned, hid_t scale, void* text) {
  std::array<char, 256> name{};
  H5Iget_name(scale, name.data(), name.size());
  *static_cast<std::string*>(text) += name.data();
  return 0;
}

std::string dataset_text(hid_t file, const std::string& name) {
  const hdf5::Dataset dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT), name);
  const hdf5::Datatype type(H5Dget_type(dataset.id()), name);
  const hdf5::Dataspace space(H5Dget_space(dataset.id()), name);
  std::string values = bytes(type.id(), space.id());
  if (!values.empty()) H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  std::string scales;
  for (int i = 0; i < H5Sget_simple_extent_ndims(space.id()); ++i) {
    scales += fmt::format("{}: ", i);
    if (H5DSis_scale(dataset.id()) == 0) {
      H5DSiterate_scales(dataset.id(), static_cast<unsigned>(i), nullptr, add_scale, &scales);
    }
  }
  return shape_of(space.id()) + scales + values;
}

struct Visit {
  hid_t file;
  Contents contents;
};

// HDF5 1.12 and later have another type of that name, which H5Ovisit2 does not take.
template <typename Info>
herr_t add_object(hid_t root, const char* name, const Info* info, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  const std::string path = name;
  if (info->type == H5O_TYPE_DATASET) visit.contents[path] = dataset_text(visit.file, path);
  Contents attributes;
  const hdf5::Handle<H5Oclose> object(H5Oopen(root, name, H5P_DEFAULT), path);
  H5Aiterate2(object.id(), H5_INDEX_NAME, H5_ITER_INC, nullptr, add_attribute, &attributes);
  for (const auto& [attribute, text] : attributes) visit.contents[path + " " + attribute] = text;
  return 0;
}

}  // namespace

std::map<std::string, std::string> trace_contents(const std::filesystem::path& path) {
  const hdf5::PropertyList access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  H5Pset_fclose_degree(access.id(), H5F_CLOSE_STRONG);  // as readers do, which may have the file open
  const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), path.string());
  Visit visit{file.id(), {}};
  hdf5::checked(H5Ovisit2(file.id(), H5_INDEX_NAME, H5_ITER_INC, add_object, &visit, H5O_INFO_BASIC),
                path.string());
  return visit.contents;
}

void change_a_value(const std::filesystem::path& path, const std::string& name) {
  const hdf5::File file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), path.string());
  const hdf5::Dataset dataset(H5Dopen2(file.id(), name.c_str(), H5P_DEFAULT), name);
  const hdf5::Datatype type(H5Dget_type(dataset.id()), name);
  const hdf5::Dataspace space(H5Dget_space(dataset.id()), name);
  std::string values = bytes(type.id(), space.id());
  ASSERT_FALSE(values.empty()) << name;
  hdf5::checked(H5Dread(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
  values[values.size() / 2] ^= 1;
  hdf5::checked(H5Dwrite(dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), name);
}

}  // namespace skerry
