#include "trace/hdf5/reading.hpp"

#include "trace/hdf5/attribute.hpp"

#include <algorithm>
#include <array>

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

/// Values that a file says it has take room in it, so that a damaged size is not believed.
void check_room(hid_t file, const std::string& name, hsize_t count, std::size_t size_bytes) {
  hsize_t file_size_bytes = 0;
  checked(H5Fget_filesize(file, &file_size_bytes), "size of the file");
  if (count > file_size_bytes / size_bytes) {
    throw Failure(
        fmt::format("{} cannot have {} values in a file of {} bytes", name, count, file_size_bytes));
  }
}

template <typename T>
std::vector<T> read(hid_t file, const std::string& name, hid_t memory_type, Rows rows, hsize_t width) {
  const Opened opened = open(file, name);
  const int rank = width == 0 ? 1 : 2;
  if (opened.rank != rank || opened.shape[0] < rows.first + rows.count || opened.shape[1] != width) {
    throw Failure(fmt::format("{} is [{}] and not [{}{}]", name,
                              fmt::join(opened.shape.data(), opened.shape.data() + opened.rank, ", "),
                              rows.first + rows.count, width == 0 ? "" : fmt::format(", {}", width)));
  }
  const hsize_t count_all = rows.count * std::max<hsize_t>(width, 1);
  if (count_all == 0) return {};
  check_room(file, name, count_all, sizeof(T));
  std::vector<T> values(count_all);
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

std::vector<double> read_reals(hid_t file, const std::string& dataset, Rows rows, hsize_t width) {
  return read<double>(file, dataset, H5T_NATIVE_DOUBLE, rows, width);
}

std::vector<std::uint64_t> read_integers(hid_t file, const std::string& dataset, Rows rows, hsize_t width) {
  return read<std::uint64_t>(file, dataset, H5T_NATIVE_UINT64, rows, width);
}

std::vector<std::byte> read_bytes(hid_t file, const std::string& dataset) {
  return read<std::byte>(file, dataset, H5T_NATIVE_UINT8, {0, row_count(file, dataset)}, 0);
}

std::string read_characters(hid_t file, const std::string& dataset) {
  const Datatype character = text_type(1);
  const auto characters = read<char>(file, dataset, character.id(), {0, row_count(file, dataset)}, 0);
  return {characters.begin(), characters.end()};
}

std::string read_text(hid_t file, const std::string& dataset) {
  const Opened opened = open(file, dataset);
  const Datatype type(H5Dget_type(opened.dataset.id()), dataset);
  if (opened.rank != 0 || H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) != 0) {
    throw Failure(fmt::format("{} is no text of fixed size", dataset));
  }
  std::string text(H5Tget_size(type.id()), '\0');
  checked(H5Dread(opened.dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()), dataset);
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

}  // namespace skerry::hdf5
