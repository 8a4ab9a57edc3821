#include "hdf5/reading.hpp"

#include "hdf5/attribute.hpp"

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

template <typename T>
std::vector<T> read(hid_t file, const std::string& name, hid_t memory_type, Rows rows, hsize_t width) {
  const Opened opened = open(file, name);
  const int rank = width == 0 ? 1 : 2;
  if (opened.rank != rank || opened.shape[0] < rows.first + rows.count || opened.shape[1] != width) {
    throw Failure(fmt::format("{} is [{}] and not [{}{}]", name,
                              fmt::join(opened.shape.data(), opened.shape.data() + opened.rank, ", "),
                              rows.first + rows.count, width == 0 ? "" : fmt::format(", {}", width)));
  }
  std::vector<T> values(rows.count * std::max<hsize_t>(width, 1));
  if (values.empty()) return values;
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
  if (H5Tget_class(type.id()) != H5T_STRING || H5Tis_variable_str(type.id()) <= 0 || opened.rank != 0) {
    throw Failure(fmt::format("{} is not a text", dataset));
  }
  char* start = nullptr;
  checked(H5Dread(opened.dataset.id(), type.id(), H5S_ALL, H5S_ALL, H5P_DEFAULT, static_cast<void*>(&start)),
          dataset);
  std::string text = start == nullptr ? "" : start;
  H5Dvlen_reclaim(type.id(), opened.space.id(), H5P_DEFAULT, static_cast<void*>(&start));
  return text;
}

}  // namespace skerry::hdf5
