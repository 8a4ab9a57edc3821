#include "trace/birth_rows.hpp"

#include "trace/checksum.hpp"
#include "trace/fill_column.hpp"
#include "trace/hdf5/reading.hpp"
#include "trace/trace_format.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

namespace format = trace_format;

std::string epoch_path(const char* column) {
  return fmt::format("/{}/{}", format::epoch_table.group, column);
}

std::vector<std::uint64_t> epoch_values(hid_t file, const char* column, Rows rows) {
  const StoredRows stored = read_rows(file, epoch_path(column), rows);
  const auto values = stored.values<std::uint64_t>(0);
  return {values.begin(), values.end()};
}

}  // namespace

bool records_births(hid_t file) {
  return checked(H5Lexists(file, format::birth_table.group, H5P_DEFAULT), format::birth_table.group) > 0;
}

BirthRows::BirthRows(hid_t file, hsize_t epochs) : file_(file), epochs_(epochs) {
  if (!records_births(file)) return;
  for (const char* column : {format::births_column, format::births_checksum_column}) {
    epochs_ = std::min(epochs_, row_count(file, epoch_path(column)));
  }
  ends_ = epoch_values(file, format::births_column, {0, epochs_});
  checksums_ = epoch_values(file, format::births_checksum_column, {0, epochs_});
  columns_ = listed_columns(file, epoch_path(format::births_checksum_column));
  for (const ColumnPath& column : columns_) {
    if (column.table != format::birth_table.group) {
      throw Failure(
          fmt::format("the checksum of births covers {}, a column of another table", column.text()));
    }
  }
}

std::vector<Birth> BirthRows::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<Birth> births;
  if (ends_.empty() || count == 0) return births;
  const Rows rows{end(first), end(first + count) - end(first)};
  std::vector<std::uint64_t> sums(count, 0);
  for (const ColumnPath& column : columns_) {
    const StoredRows stored = read_rows(file_, column.text(), rows);
    const std::size_t row_size_bytes = rows.count == 0 ? 0 : stored.bytes.size() / rows.count;
    std::span<const std::byte> rest = stored.bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t size_bytes = (end(first + i + 1) - end(first + i)) * row_size_bytes;
      sums[i] = checksum_of(rest.first(size_bytes), sums[i]);
      rest = rest.subspan(size_bytes);
    }
    fill(births, column, stored, 0);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    check(fmt::format("epoch {} (births)", first + i), sums[i], checksums_[first + i]);
  }
  if (births.size() != rows.count) throw Failure("/birth has no column that is known");
  return births;
}

}  // namespace skerry::hdf5
