#include "trace/trace_rows.hpp"

#include "trace/hdf5/dataset.hpp"
#include "trace/trace_attributes.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include <fmt/core.h>

namespace skerry::hdf5 {
namespace format = trace_format;

namespace {

std::string epoch_path(const char* column) {
  return fmt::format("/{}/{}", trace_format::epoch_table.group, column);
}

std::vector<std::uint64_t> epoch_values(hid_t file, const char* column, Rows rows) {
  const StoredRows stored = read_rows(file, epoch_path(column), rows);
  const auto values = stored.values<std::uint64_t>(0);
  return {values.begin(), values.end()};
}

constexpr const char* decided_name = "/epoch/checksum";
constexpr const char* measured_name = "/epoch/checksum_s";

/// A writer that was killed may have added the last row to some columns and not to others.
hsize_t whole_epochs(hid_t file, const TraceColumns& columns) {
  hsize_t rows = std::min(row_count(file, decided_name), row_count(file, measured_name));
  for (const auto* list : {&columns.decided, &columns.measured}) {
    for (const ColumnPath& column : *list) {
      if (column.table == format::epoch_table.group) rows = std::min(rows, row_count(file, column.text()));
    }
  }
  return rows;
}

template <typename R>
std::vector<R> part(const std::vector<R>& records, std::size_t first, std::size_t count,
                    std::size_t width = 1) {
  const auto start = records.begin() + static_cast<std::ptrdiff_t>(first * width);
  return {start, start + static_cast<std::ptrdiff_t>(count * width)};
}

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

bool has_improvement_genomes(hid_t file) {
  const char* group = format::improvement_table.group;
  return has_member(file, group) && has_member(open_group(file, group).id(), format::genome);
}

GenomeForm genome_form_of(hid_t file) {
  const auto form_of = [file](const std::string& column) -> GenomeForm {
    const StoredRows rows = read_rows(file, column, {0, 0});
    const auto holds = [&](hid_t type) { return checked(H5Tequal(rows.type.id(), type), column) > 0; };
    GenomeForm form{GeneKind::byte, rows.width};
    if (holds(H5T_IEEE_F64LE)) {
      form.gene = GeneKind::real;
    } else if (holds(H5T_STD_I64LE)) {
      form.gene = GeneKind::integer;
    } else if (H5Tget_class(rows.type.id()) == H5T_STRING) {
      form.gene = GeneKind::text;
      form.text_size_bytes = rows.characters;
    } else if (H5Tget_size(rows.type.id()) != 1) {
      form.width = 0;
    }
    if (form.width == 0) throw Failure(fmt::format("{} holds no genomes", column));
    form.meaning = text_attribute(open_dataset(file, column).id(), "long_name").value_or("");
    return form;
  };
  if (has_improvement_genomes(file)) return form_of("/" + genome_column(format::improvement_table));
  GenomeForm form;
  const auto look_at = [&](const auto& table) {
    if (table.genomes != nullptr && has_member(file, table.table.group))
      form = form_of("/" + genome_column(table.table));
  };
  std::apply([&](const auto&... table) { (look_at(table), ...); }, format::event_tables);
  return form;
}

template <typename R>
void OptionalRows<R>::open(hid_t file, const trace_format::EventTable<R>& format, hsize_t epochs) {
  file_ = file;
  format_ = &format;
  has_table_ = has_member(file, format.table.group);
  epochs_ = epochs;
  if (!has_table_) return;
  for (const char* column : {format.count, format.checksum}) {
    epochs_ = std::min(epochs_, row_count(file, epoch_path(column)));
  }
  ends_ = epoch_values(file, format.count, {0, epochs_});
  checksums_ = epoch_values(file, format.checksum, {0, epochs_});
  columns_ = listed_columns(file, epoch_path(format.checksum));
  for (const ColumnPath& column : columns_) {
    if (column.table != format.table.group) {
      throw Failure(
          fmt::format("the checksum of {} covers {}, a column of another table", format.name, column.text()));
    }
  }
}

template <typename R>
typename OptionalRows<R>::Events OptionalRows<R>::read(std::uint64_t first, std::uint64_t count) const {
  Events read;
  std::vector<R>& records = read.rows;
  if (ends_.empty() || count == 0) return read;
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
    if (format_->genomes != nullptr && column.name == format::genome) {
      read.genomes = stored.bytes;
    } else {
      fill(records, column, stored, 0);
    }
  }
  for (std::uint64_t i = 0; i < count; ++i) {
    check(fmt::format("epoch {} ({})", first + i, format_->name), sums[i], checksums_[first + i]);
  }
  if (records.size() != rows.count)
    throw Failure(fmt::format("/{} has no column that is known", format_->table.group));
  return read;
}

TraceRows::TraceRows(hid_t file)
    : file_(file),
      islands_(count_attribute(file, "islands", 1)),
      columns_(columns_of(file)),
      own_columns_(own_columns_of(file)) {
  hsize_t whole = whole_epochs(file, columns_);
  format::for_each_event_table(events_, [&](auto& events, const auto& table) {
    events.open(file, table, whole);
    whole = events.epochs();
  });
  const Rows rows{0, whole};
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
  Extent extent{last.generation + 1, last.improvements, last.migrations, {}};
  std::apply([&](const auto&... events) { extent.events = {events.end(count)...}; }, events_);
  return extent;
}

void TraceRows::keep_consistent() {
  for (std::size_t epoch = 0; epoch < epochs_.size(); ++epoch) {
    const Extent before = extent(epoch);
    const Extent after = extent(epoch + 1);
    if (after.generations == 0 || after.generations < before.generations ||
        after.improvements < before.improvements || after.migrations < before.migrations ||
        after.migrations > before.migrations + 1 ||
        !std::ranges::equal(before.events, after.events, std::less_equal{})) {
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

void TraceRows::fill_own(std::vector<double>& values, std::size_t column, const StoredRows& rows) const {
  const auto read = rows.values<double>(islands_);
  values.resize(read.size() * own_columns_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < read.size(); ++i) values[i * own_columns_.size() + column] = read[i];
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
    if (column.table == format::generation_table.group) {
      const auto own = std::ranges::find(own_columns_, column.name, &Column::name);
      if (own == own_columns_.end()) {
        fill(block.statistics, column, stored, islands_);
      } else {
        fill_own(block.column_values, static_cast<std::size_t>(own - own_columns_.begin()), stored);
      }
    }
    if (column.text() == "/" + genome_column(format::improvement_table)) {
      block.improvement_genomes = stored.bytes;
    } else if (column.table == format::improvement_table.group) {
      fill(block.improvements, column, stored, 0);
    }
    if (column.table == format::migration_table.group) fill(block.migrations, column, stored, islands_);
  };
  for (const ColumnPath& column : columns_.decided) read(column, &EpochChecksums::decided);
  for (const ColumnPath& column : columns_.measured) read(column, &EpochChecksums::measured);
  if (block.statistics.size() != rows_of(format::generation_table.group, first, count).count * islands_ ||
      block.improvements.size() != rows_of(format::improvement_table.group, first, count).count ||
      block.migrations.size() != rows_of(format::migration_table.group, first, count).count * islands_) {
    throw Failure("a table has no column that is known");
  }
  if (block.column_values.size() != block.statistics.size() * own_columns_.size())
    throw Failure("no checksum covers the columns of the program's own");
  return block;
}

std::vector<EpochRecord> TraceRows::read_epochs(std::uint64_t first, std::uint64_t count) const {
  const Block block = read_block(first, count);
  const auto events =
      std::apply([&](const auto&... tables) { return std::tuple{tables.read(first, count)...}; }, events_);
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
    record.column_values = part(block.column_values, from.generations - start.generations, record.generations,
                                islands_ * own_columns_.size());
    record.improvements =
        part(block.improvements, from.improvements - start.improvements, to.improvements - from.improvements);
    if (!block.improvements.empty()) {
      record.improvement_genomes =
          part(block.improvement_genomes, from.improvements - start.improvements, record.improvements.size(),
               block.improvement_genomes.size() / block.improvements.size());
    }
    record.migration =
        part(block.migrations, from.migrations - start.migrations, to.migrations - from.migrations, islands_);
    std::size_t table = 0;
    format::for_each_event_table(events, [&](const auto& read, const auto& form) {
      const std::size_t before = from.events[table] - start.events[table];
      record.*form.rows = part(read.rows, before, to.events[table] - from.events[table]);
      if (form.genomes != nullptr && !read.rows.empty()) {
        record.*form.genomes =
            part(read.genomes, before, (record.*form.rows).size(), read.genomes.size() / read.rows.size());
      }
      ++table;
    });
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
    const hsize_t others = std::reduce(next.events.begin(), next.events.end()) -
                           std::reduce(start.events.begin(), start.events.end());
    if ((next.generations - start.generations) * islands_ + others > rows) break;
  }
  return count;
}

SetKind set_kind_of(hid_t file) {
  for (const SetKind kind : {SetKind::map, SetKind::front}) {
    if (has_member(file, format::group_of(kind))) return kind;
  }
  return SetKind::none;
}

SetDescription read_set_description(hid_t file) {
  SetDescription description{.kind = set_kind_of(file)};
  if (description.kind == SetKind::none) return description;
  const char* name = format::group_of(description.kind);
  const Group group = open_group(file, name);
  read_description(required(text_attribute(group.id(), "description"), "description"), description);
  if (description.kind == SetKind::front) return description;
  description.cells = count_attribute(group.id(), "cells");
  if (!has_member(group.id(), format::centroid)) return description;
  const std::string path = fmt::format("/{}/{}", name, format::centroid);
  const StoredRows rows = read_rows(file, path, {0, description.cells});
  const auto values = rows.values<double>(description.width());
  const Dataset dataset = open_dataset(file, path);
  check(path, checksum_of(rows.bytes), required(unsigned_attribute(dataset.id(), "checksum"), "checksum"));
  description.centroids.assign(values.begin(), values.end());
  return description;
}

RecordedSolutions read_solutions(hid_t file, const SetDescription& description, Direction direction) {
  const char* name = format::group_of(description.kind);
  const Group group = open_group(file, name);
  RecordedSolutions solutions;
  solutions.generation = required(integer_attribute(group.id(), "generation"), "generation");
  const std::uint64_t count = count_attribute(group.id(), "solutions");
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
  if (integer_attribute(group.id(), "trials"))  // earlier versions did not write them
    set.trials = {count_attribute(group.id(), "trials"), count_attribute(group.id(), "trials_in_vain")};
  const auto outside = [&](std::uint64_t cell) { return cell >= description.cells; };
  if (std::ranges::any_of(set.cells, outside))
    throw Failure(fmt::format("/{}/cell names a cell that the map does not have", name));
  return solutions;
}

}  // namespace skerry::hdf5
