#include "trace/trace_rows.hpp"

#include "trace/fill_column.hpp"
#include "trace/trace_attributes.hpp"
#include "trace/trace_format.hpp"

#include <algorithm>
#include <span>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace {

namespace format = trace_format;

constexpr const char* decided_name = "/epoch/checksum";
constexpr const char* measured_name = "/epoch/checksum_s";

/// Returns the number of whole epochs. A writer that was killed may have added the last row to some columns
/// and not to others.
hsize_t whole_epochs(hid_t file, const TraceColumns& columns) {
  hsize_t rows = std::min(row_count(file, decided_name), row_count(file, measured_name));
  for (const auto* list : {&columns.decided, &columns.measured}) {
    for (const ColumnPath& column : *list) {
      if (column.table == format::epoch_table.group) rows = std::min(rows, row_count(file, column.text()));
    }
  }
  return rows;
}

/// Reads `count` rows of `width` from row `first` on.
template <Record R>
std::vector<R> part(const std::vector<R>& records, std::size_t first, std::size_t count,
                    std::size_t width = 1) {
  const auto start = records.begin() + static_cast<std::ptrdiff_t>(first * width);
  return {start, start + static_cast<std::ptrdiff_t>(count * width)};
}

}  // namespace

TraceRows::TraceRows(hid_t file)
    : file_(file),
      islands_(islands_of(file)),
      columns_(columns_of(file)),
      births_(file, whole_epochs(file, columns_)),
      evaluations_(file, births_.epochs()) {
  const Rows rows{0, evaluations_.epochs()};
  for (const auto* list : {&columns_.decided, &columns_.measured}) {
    for (const ColumnPath& column : *list) {
      if (column.table == format::epoch_table.group) {
        fill(epochs_, column, read_rows(file, column.text(), rows), 0);
      }
    }
  }
  if (epochs_.size() != rows.count) throw Failure("/epoch has no column that is known");
  const StoredRows decided = read_rows(file, decided_name, rows);
  const StoredRows measured = read_rows(file, measured_name, rows);
  for (hsize_t i = 0; i < rows.count; ++i) {
    checksums_.push_back({decided.values<std::uint64_t>(0)[i], measured.values<std::uint64_t>(0)[i]});
  }
  keep_consistent();
}

TraceRows::Extent TraceRows::extent(std::uint64_t count) const {
  if (count == 0) return {};
  const EpochRow& last = epochs_[count - 1];
  return {last.generation + 1, last.improvements, last.migrations, births_.end(count),
          evaluations_.end(count)};
}

void TraceRows::keep_consistent() {
  for (std::size_t epoch = 0; epoch < epochs_.size(); ++epoch) {
    const Extent before = extent(epoch);
    const Extent after = extent(epoch + 1);
    if (after.generations == 0 || after.generations < before.generations ||
        after.improvements < before.improvements || after.migrations < before.migrations ||
        after.migrations > before.migrations + 1 || after.births < before.births ||
        after.evaluations < before.evaluations) {
      damage_ = fmt::format("epoch {} does not follow from the one before", epoch);
      epochs_.resize(epoch);
    }
  }
}

Rows TraceRows::rows_of(const std::string& table, std::uint64_t first, std::uint64_t count) const {
  const Extent start = extent(first);
  const Extent end = extent(first + count);
  if (table == format::generation_table.group) {
    return {start.generations, end.generations - start.generations};
  }
  if (table == format::improvement_table.group) {
    return {start.improvements, end.improvements - start.improvements};
  }
  if (table == format::migration_table.group) return {start.migrations, end.migrations - start.migrations};
  if (table == format::epoch_table.group) return {first, count};
  throw Failure(fmt::format("a checksum covers columns of /{}, a table that is not known", table));
}

TraceRows::Block TraceRows::read_block(std::uint64_t first, std::uint64_t count) const {
  Block block;
  block.checksums.resize(count);
  const auto read = [&](const ColumnPath& column, std::uint64_t EpochChecksums::*checksum) {
    const Rows rows = rows_of(column.table, first, count);
    const StoredRows stored = read_rows(file_, column.text(), rows);
    const std::size_t row_size_bytes = rows.count == 0 ? 0 : stored.bytes.size() / rows.count;
    std::span<const std::byte> rest = stored.bytes;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::size_t size_bytes = rows_of(column.table, first + i, 1).count * row_size_bytes;
      std::uint64_t& sum = block.checksums[i].*checksum;
      sum = checksum_of(rest.first(size_bytes), sum);
      rest = rest.subspan(size_bytes);
    }
    if (column.table == format::generation_table.group) fill(block.statistics, column, stored, islands_);
    if (column.table == format::improvement_table.group) fill(block.improvements, column, stored, 0);
    if (column.table == format::migration_table.group) fill(block.migrations, column, stored, islands_);
  };
  for (const ColumnPath& column : columns_.decided) read(column, &EpochChecksums::decided);
  for (const ColumnPath& column : columns_.measured) read(column, &EpochChecksums::measured);
  if (block.statistics.size() != rows_of(format::generation_table.group, first, count).count * islands_ ||
      block.improvements.size() != rows_of(format::improvement_table.group, first, count).count ||
      block.migrations.size() != rows_of(format::migration_table.group, first, count).count * islands_) {
    throw Failure("a table has no column that is known");
  }
  return block;
}

std::vector<EpochRecord> TraceRows::read_epochs(std::uint64_t first, std::uint64_t count) const {
  const Block block = read_block(first, count);
  const std::vector<Birth> births = births_.read(first, count);
  const std::vector<EvaluationRow> evaluations = evaluations_.read(first, count);
  const Extent start = extent(first);
  const Direction direction = direction_of(file_);
  std::vector<EpochRecord> records(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const EpochRow& row = epochs_[first + i];
    const Extent from = extent(first + i);
    const Extent to = extent(first + i + 1);
    EpochRecord& record = records[i];
    record.epoch = first + i;
    record.first_generation = from.generations;
    record.generations = to.generations - from.generations;
    record.islands = islands_;
    record.statistics =
        part(block.statistics, from.generations - start.generations, record.generations, islands_);
    record.improvements =
        part(block.improvements, from.improvements - start.improvements, to.improvements - from.improvements);
    record.migration =
        part(block.migrations, from.migrations - start.migrations, to.migrations - from.migrations, islands_);
    record.births = part(births, from.births - start.births, to.births - from.births);
    record.evaluation_rows =
        part(evaluations, from.evaluations - start.evaluations, to.evaluations - from.evaluations);
    record.best = key_of_recorded({row.violation, row.best}, direction);
    record.evaluations = row.evaluations;
    record.elapsed_s = row.elapsed_s;
    const EpochChecksums& written = checksums_[first + i];
    check(fmt::format("epoch {}", record.epoch), block.checksums[i].decided, written.decided);
    check(fmt::format("epoch {} (times)", record.epoch), block.checksums[i].measured, written.measured);
  }
  return records;
}

std::uint64_t TraceRows::epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const {
  const Extent start = extent(first);
  std::uint64_t count = 1;
  for (; first + count < end; ++count) {
    const Extent next = extent(first + count + 1);
    const hsize_t others = next.births - start.births + next.evaluations - start.evaluations;
    if ((next.generations - start.generations) * islands_ + others > rows) break;
  }
  return count;
}

}  // namespace skerry::hdf5
