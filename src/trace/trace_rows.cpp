#include "trace/trace_rows.hpp"

#include "trace/hdf5/attribute.hpp"
#include "trace/hdf5/checksum.hpp"
#include "trace/hdf5/reading.hpp"
#include "trace/trace_attributes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <variant>

#include <fmt/format.h>

namespace skerry::hdf5 {
namespace {

template <typename Record, std::size_t N>
std::vector<Record> read_table(hid_t file, const char* group,
                               const std::array<trace_format::Column<Record>, N>& columns, Rows rows,
                               hsize_t islands = 0) {
  std::vector<Record> records;
  const auto fill = [&records](const auto& values, auto member) {
    records.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) records[i].*member = values[i];
  };
  for (const auto& column : columns) {
    const std::string name = fmt::format("/{}/{}", group, column.name);
    if (const auto* real = std::get_if<double Record::*>(&column.member)) {
      fill(read_reals(file, name, rows, islands), *real);
    } else {
      fill(read_integers(file, name, rows, islands), std::get<std::uint64_t Record::*>(column.member));
    }
  }
  return records;
}

/// A writer that was killed may have lengthened some columns of its last rows and not others.
template <typename Record, std::size_t N>
hsize_t whole_rows(hid_t file, const char* group,
                   const std::array<trace_format::Column<Record>, N>& columns) {
  hsize_t rows = std::numeric_limits<hsize_t>::max();
  for (const auto& column : columns) {
    rows = std::min(rows, row_count(file, fmt::format("/{}/{}", group, column.name)));
  }
  return rows;
}

/// `count` rows of `width` from row `first` on.
template <typename Record>
std::vector<Record> part(const std::vector<Record>& records, std::size_t first, std::size_t count,
                         std::size_t width = 1) {
  const auto start = records.begin() + static_cast<std::ptrdiff_t>(first * width);
  return {start, start + static_cast<std::ptrdiff_t>(count * width)};
}

}  // namespace

TraceRows::TraceRows(hid_t file)
    : file_(file),
      islands_(islands_of(file)),
      epochs_(read_table(file, "epoch", trace_format::epoch_columns,
                         {0, whole_rows(file, "epoch", trace_format::epoch_columns)})) {
  keep_consistent();
}

TraceRows::Extent TraceRows::extent(std::uint64_t count) const {
  if (count == 0) return {};
  const trace_format::EpochRow& last = epochs_[count - 1];
  return {last.generation + 1, last.improvements, last.migrations};
}

void TraceRows::keep_consistent() {
  for (std::size_t epoch = 0; epoch < epochs_.size(); ++epoch) {
    const Extent before = extent(epoch);
    const Extent after = extent(epoch + 1);
    if (after.generations == 0 || after.generations < before.generations ||
        after.improvements < before.improvements || after.migrations < before.migrations ||
        after.migrations > before.migrations + 1) {
      damage_ = fmt::format("epoch {} does not follow from the one before", epoch);
      epochs_.resize(epoch);
    }
  }
}

std::vector<EpochRecord> TraceRows::read_epochs(std::uint64_t first, std::uint64_t count) const {
  const Extent start = extent(first);
  const Extent end = extent(first + count);
  const auto statistics = read_table(file_, "generation", trace_format::generation_columns,
                                     {start.generations, end.generations - start.generations}, islands_);
  const auto improvements = read_table(file_, "improvement", trace_format::improvement_columns,
                                       {start.improvements, end.improvements - start.improvements});
  const auto migrations = read_table(file_, "migration", trace_format::migration_columns,
                                     {start.migrations, end.migrations - start.migrations}, islands_);
  const Direction direction = direction_of(file_);
  std::vector<EpochRecord> records(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const trace_format::EpochRow& row = epochs_[first + i];
    const Extent from = extent(first + i);
    const Extent to = extent(first + i + 1);
    EpochRecord& record = records[i];
    record.epoch = first + i;
    record.first_generation = from.generations;
    record.generations = to.generations - from.generations;
    record.islands = islands_;
    record.statistics = part(statistics, from.generations - start.generations, record.generations, islands_);
    record.improvements =
        part(improvements, from.improvements - start.improvements, to.improvements - from.improvements);
    record.migration =
        part(migrations, from.migrations - start.migrations, to.migrations - from.migrations, islands_);
    record.best = key_of({row.violation, row.best}, direction);
    record.evaluations = row.evaluations;
    record.elapsed_s = row.elapsed_s;
    const EpochChecksums checksums = checksums_of(record, row);
    check(fmt::format("epoch {}", record.epoch), checksums.decided, row.checksum);
    check(fmt::format("epoch {} (times)", record.epoch), checksums.measured, row.measured_checksum);
  }
  return records;
}

std::uint64_t TraceRows::epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const {
  const hsize_t most = extent(first).generations + rows / islands_;
  const auto begin = epochs_.begin();
  const auto next = std::upper_bound(
      begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end), most,
      [](hsize_t limit, const trace_format::EpochRow& row) { return limit < row.generation + 1; });
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(next - begin) - first, 1);
}

}  // namespace skerry::hdf5
