#include "trace/hdf5/reading.hpp"

#include <array>
#include <limits>
#include <string_view>

#include <fmt/format.h>

namespace skerry::hdf5 {
namespace {

struct Opened {
  Dataset dataset;
  Dataspace space;
  std::array<hsize_t, H5S_MAX_RANK> shape{};
  int rank = 0;
};

Opened open(hid_t file, const std::string& name) {
  Opened opened{.dataset = {H5Dopen2(file, name.c_str(), H5P_DEFAULT), name}, .space = {}};
  opened.space = Dataspace(H5Dget_space(opened.dataset.id()), name);
  opened.rank = static_cast<int>(
      checked(H5Sget_simple_extent_dims(opened.space.id(), opened.shape.data(), nullptr), name));
  return opened;
}

/// Throws Failure where the file is too small for the values that it claims to hold, so that a damaged size
/// is not believed.
void check_room(hid_t file, const std::string& name, hsize_t count, std::size_t size_bytes) {
  hsize_t file_size_bytes = 0;
  checked(H5Fget_filesize(file, &file_size_bytes), "size of the file");
  if (count > file_size_bytes / size_bytes) {
    throw Failure(
        fmt::format("{} cannot have {} values in a file of {} bytes", name, count, file_size_bytes));
  }
}

std::string shape_text(const Opened& opened) {
  return fmt::format("[{}]", fmt::join(opened.shape.data(), opened.shape.data() + opened.rank, ", "));
}

template <typename T>
std::vector<T> read(hid_t file, const std::string& name, const Opened& opened, hid_t memory_type, Rows rows) {
  if (opened.rank < 1 || opened.rank > 2 || opened.shape[0] < rows.first ||
      opened.shape[0] - rows.first < rows.count) {
    throw Failure(fmt::format("{} is {} and lacks rows {} to {}", name, shape_text(opened), rows.first,
                              rows.first + rows.count));
  }
  const hsize_t width = opened.rank == 2 ? opened.shape[1] : 1;
  const std::size_t value_size_bytes = H5Tget_size(memory_type);
  if (rows.count == 0 || width == 0) return {};
  if (rows.count > std::numeric_limits<hsize_t>::max() / width)
    throw Failure(fmt::format("{} is too wide", name));
  check_room(file, name, rows.count * width, value_size_bytes);
  std::vector<T> values(rows.count * width * value_size_bytes / sizeof(T));
  const int rank = opened.rank;
  const std::array<hsize_t, 2> start{rows.first, 0};
  const std::array<hsize_t, 2> count{rows.count, width};
  checked(
      H5Sselect_hyperslab(opened.space.id(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr),
      name);
  const Dataspace memory(H5Screate_simple(rank, count.data(), nullptr), name);
  checked(
      H5Dread(opened.dataset.id(), memory_type, memory.id(), opened.space.id(), H5P_DEFAULT, values.data()),
      name);
  return values;
}

}  // namespace

hsize_t row_count(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  if (opened.rank < 1) throw Failure(fmt::format("{} has no rows", dataset));
  return opened.shape[0];
}

void StoredRows::check_values(hid_t expected_type, hsize_t expected_width) const {
  if (width != expected_width) {
    throw Failure(fmt::format("{} has {} values in a row and not {}", dataset, width, expected_width));
  }
  if (checked(H5Tequal(type.id(), expected_type), dataset) == 0) {
    throw Failure(fmt::format("{} does not hold the numbers that it should, of 64 bits", dataset));
  }
}

StoredRows read_rows(hid_t file, const std::string& dataset, Rows rows) {
  const Opened opened = open(file, dataset);
  StoredRows stored{.dataset = dataset,
                    .type = {H5Dget_type(opened.dataset.id()), dataset},
                    .width = opened.rank == 2 ? opened.shape[1] : 0,
                    .bytes = {}};
  const H5T_class_t kind = H5Tget_class(stored.type.id());
  if (kind != H5T_INTEGER && kind != H5T_FLOAT) throw Failure(fmt::format("{} holds no numbers", dataset));
  stored.bytes = read<std::byte>(file, dataset, opened, stored.type.id(), rows);
  return stored;
}

std::vector<std::byte> read_byte_rows(hid_t file, const std::string& dataset, Rows rows) {
  const Opened opened = open(file, dataset);
  const Datatype type(H5Dget_type(opened.dataset.id()), dataset);
  if (H5Tget_size(type.id()) != 1) throw Failure(fmt::format("{} holds no bytes", dataset));
  return read<std::byte>(file, dataset, opened, type.id(), rows);
}

std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset) {
  return read<std::byte>(file, dataset, open(file, dataset), H5T_NATIVE_UINT8, {0, row_count(file, dataset)});
}

namespace {

Datatype fixed_text_type_of(const Opened& opened, const std::string& dataset, int rank) {
  Datatype type(H5Dget_type(opened.dataset.id()), dataset);
  if (opened.rank != rank || H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0) {
    throw Failure(fmt::format("{} is no text of fixed size", dataset));
  }
  return type;
}

}  // namespace

std::string read_strings(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  const Datatype type = fixed_text_type_of(opened, dataset, 1);
  const auto stored = read<char>(file, dataset, opened, type.id(), {0, opened.shape[0]});
  const std::size_t size = H5Tget_size(type.id());
  std::string text;
  for (std::size_t start = 0; start < stored.size(); start += size) {
    const std::string_view row(stored.data() + start, size);
    text += row.substr(0, row.find('\0'));
  }
  return text;
}

std::string read_text(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  const Datatype type = fixed_text_type_of(opened, dataset, 0);
  std::string text(H5Tget_size(type.id()), '\0');
  checked(H5Dread(opened.dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), dataset);
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace skerry::hdf5
