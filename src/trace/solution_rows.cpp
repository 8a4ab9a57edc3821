#include "trace/solution_rows.hpp"

#include "trace/checksum.hpp"
#include "trace/hdf5/attribute.hpp"
#include "trace/hdf5/reading.hpp"
#include "trace/set_description.hpp"
#include "trace/trace_format.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

namespace format = trace_format;

/// Reads the valid rows of the columns in the order in which their checksum takes them, after the generation.
class SolutionColumns {
 public:
  SolutionColumns(hid_t file, SetKind kind, hsize_t rows, std::int64_t generation)
      : file_(file),
        group_(format::group_of(kind)),
        rows_(rows),
        checksum_(checksum_of(std::as_bytes(std::span(&generation, 1)))) {}

  template <typename T>
  std::vector<T> numbers(const char* name, hsize_t width) {
    const StoredRows stored = read_rows(file_, path(name), {0, rows_});
    checksum_ = checksum_of(stored.bytes, checksum_);
    const auto values = stored.values<T>(width);
    return {values.begin(), values.end()};
  }
  /// Returns rows of bytes; their width is that of the dataset.
  std::vector<std::byte> bytes(const char* name) {
    std::vector<std::byte> bytes = read_byte_rows(file_, path(name), {0, rows_});
    checksum_ = checksum_of(bytes, checksum_);
    return bytes;
  }
  std::uint64_t checksum() const { return checksum_; }

 private:
  std::string path(const char* name) const { return fmt::format("/{}/{}", group_, name); }

  hid_t file_;
  const char* group_;
  hsize_t rows_;
  std::uint64_t checksum_;
};

std::uint64_t whole_number(hid_t group, const char* name) {
  const auto value = required(integer_attribute(group, name), name);
  if (value < 0) throw Failure(fmt::format("attribute '{}' is {}", name, value));
  return static_cast<std::uint64_t>(value);
}

/// Appends the genomes, which fill their rows from the left.
void take_genomes(SolutionSet& set, std::span<const std::byte> rows, std::span<const std::uint64_t> sizes) {
  const std::size_t width = sizes.empty() ? 0 : rows.size() / sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto row = rows.subspan(i * width, width);
    if (sizes[i] > width) throw Failure(fmt::format("a genome of {} bytes has {} bytes", sizes[i], width));
    set.genomes.insert(set.genomes.end(), row.begin(), row.begin() + static_cast<std::ptrdiff_t>(sizes[i]));
    set.ends.push_back(set.genomes.size());
  }
}

std::vector<std::string> texts_of(std::span<const std::byte> rows, std::size_t count) {
  std::vector<std::string> texts;
  const std::size_t width = count == 0 ? 0 : rows.size() / count;
  if (width == 0) return texts;
  for (std::size_t i = 0; i < count; ++i) {
    const auto row = rows.subspan(i * width, width);
    const auto end = std::ranges::find(row, std::byte{0});
    texts.emplace_back(reinterpret_cast<const char*>(row.data()),
                       static_cast<std::size_t>(end - row.begin()));
  }
  return texts;
}

}  // namespace

SetKind set_kind_of(hid_t file) {
  for (const SetKind kind : {SetKind::map, SetKind::front}) {
    if (checked(H5Lexists(file, format::group_of(kind), H5P_DEFAULT), format::group_of(kind)) > 0)
      return kind;
  }
  return SetKind::none;
}

SetDescription read_set_description(hid_t file) {
  SetDescription description{.kind = set_kind_of(file)};
  if (description.kind == SetKind::none) return description;
  const char* name = format::group_of(description.kind);
  const Group group(H5Gopen2(file, name, H5P_DEFAULT), name);
  read_description(required(text_attribute(group.id(), "description"), "description"), description);
  if (description.kind == SetKind::front) return description;
  description.cells = whole_number(group.id(), "cells");
  if (checked(H5Lexists(group.id(), format::centroid, H5P_DEFAULT), format::centroid) == 0)
    return description;
  const std::string path = fmt::format("/{}/{}", name, format::centroid);
  const StoredRows rows = read_rows(file, path, {0, description.cells});
  const auto values = rows.values<double>(description.width());
  const Dataset dataset(H5Dopen2(file, path.c_str(), H5P_DEFAULT), path);
  check(path, checksum_of(rows.bytes), required(unsigned_attribute(dataset.id(), "checksum"), "checksum"));
  description.centroids.assign(values.begin(), values.end());
  return description;
}

RecordedSolutions read_solutions(hid_t file, const SetDescription& description, Direction direction) {
  const char* name = format::group_of(description.kind);
  const Group group(H5Gopen2(file, name, H5P_DEFAULT), name);
  RecordedSolutions solutions;
  solutions.generation = required(integer_attribute(group.id(), "generation"), "generation");
  const std::uint64_t count = whole_number(group.id(), "solutions");
  SolutionColumns columns(file, description.kind, count, solutions.generation);
  SolutionSet& set = solutions.set;
  if (description.kind == SetKind::map) set.cells = columns.numbers<std::uint64_t>("cell", 0);
  const auto fitness = columns.numbers<double>("fitness", 0);
  const auto violation = columns.numbers<double>("violation", 0);
  set.values = columns.numbers<double>(format::values_of(description.kind), description.width());
  const auto sizes = columns.numbers<std::uint64_t>("genome_size", 0);
  const auto genomes = columns.bytes("genome");
  const auto texts = columns.bytes("text");
  check(fmt::format("/{}", name), columns.checksum(),
        required(unsigned_attribute(group.id(), "checksum"), "checksum"));
  for (std::size_t i = 0; i < count; ++i) set.keys.push_back(key_of({violation[i], fitness[i]}, direction));
  take_genomes(set, genomes, sizes);
  solutions.texts = texts_of(texts, count);
  const auto outside = [&](std::uint64_t cell) { return cell >= description.cells; };
  if (std::ranges::any_of(set.cells, outside))
    throw Failure(fmt::format("/{}/cell names a cell that the map does not have", name));
  return solutions;
}

}  // namespace skerry::hdf5
