#include "trace/optional_rows.hpp"

#include "trace/checksum.hpp"
#include "trace/fill_column.hpp"
#include "trace/hdf5/reading.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

std::string epoch_path(const char* column) {
  return fmt::format("/{}/{}", trace_format::epoch_table.group, column);
}

std::vector<std::uint64_t> epoch_values(hid_t file, const char* column, Rows rows) {
  const StoredRows stored = read_rows(file, epoch_path(column), rows);
  const auto values = stored.values<std::uint64_t>(0);
  return {values.begin(), values.end()};
}

}  // namespace

bool has_group(hid_t file, const char* group) {
  return checked(H5Lexists(file, group, H5P_DEFAULT), group) > 0;
}

template <Record R>
OptionalRows<R>::OptionalRows(hid_t file, hsize_t epochs)
    : file_(file), has_table_(has_group(file, format_.table.group)), epochs_(epochs) {
  if (!has_table_) return;
  for (const char* column : {format_.count, format_.checksum}) {
    epochs_ = std::min(epochs_, row_count(file, epoch_path(column)));
  }
  ends_ = epoch_values(file, format_.count, {0, epochs_});
  checksums_ = epoch_values(file, format_.checksum, {0, epochs_});
  columns_ = listed_columns(file, epoch_path(format_.checksum));
  for (const ColumnPath& column : columns_) {
    if (column.table != format_.table.group) {
      throw Failure(fmt::format("the checksum of {} covers {}, a column of another table", format_.rows,
                                column.text()));
    }
  }
}

template <Record R>
std::vector<R> OptionalRows<R>::read(std::uint64_t first, std::uint64_t count) const {
  std::vector<R> records;
  if (ends_.empty() || count == 0) return records;
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
    fill(records, column, stored, 0);
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    check(fmt::format("epoch {} ({})", first + i, format_.rows), sums[i], checksums_[first + i]);
  }
  if (records.size() != rows.count)
    throw Failure(fmt::format("/{} has no column that is known", format_.table.group));
  return records;
}

template class OptionalRows<Birth>;
template class OptionalRows<EvaluationRow>;

}  // namespace skerry::hdf5
