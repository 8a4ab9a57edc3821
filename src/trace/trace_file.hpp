#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/record.hpp"
#include "skerry/solution_set.hpp"

#include "trace/hdf5/dataset.hpp"
#include "trace/hdf5/file.hpp"
#include "trace/trace_attributes.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace skerry::hdf5 {

/// Its datasets grow together. Readers of netCDF-4 look for their coordinates in the same group.
class TraceTable {
 public:
  template <Record R>
  TraceTable(hid_t file, const trace_format::Table<R>& table, hsize_t islands, const std::string& own_unit,
             Chunks chunks)
      : TraceTable(file, table.group, table.row, table.row_long_name, table.by_island ? islands : 0, chunks) {
    for_each_member<R>([&]<typename T>(const Member<R, T>& member) {
      add_column({.name = member.name,
                  .type = std::is_same_v<T, double> ? Extendible::Type::real : Extendible::Type::integer,
                  .width = width_,
                  .unit = member.unit == fitness_unit ? own_unit : member.unit,
                  .long_name = member.long_name,
                  .chunks = chunks_},
                 island_);
    });
  }

  Extendible& add_row_column(const char* name, const std::string& long_name);
  Extendible& add_genome_column(const GenomeForm& form);

  void add_own_columns(const std::vector<Column>& columns);

  /// [row][island] if the table has islands; `row` is the coordinate of the first.
  template <Record R>
  void append(std::uint64_t row, std::span<const R> records) {
    for (std::size_t i = 0; i < records.size() / records_in_row(); ++i) row_.add(row + i);
    auto column = columns_.begin();
    for_each_member<R>([&](const auto& member) {
      for (const R& record : records) column->add(record.*member.pointer);
      ++column;
    });
  }

  /// Adds their values, [row][island][column].
  void append_own(std::span<const double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) own_[i % own_.size()]->add(values[i]);
  }

  void attach_columns() const { attachments_.write(); }

  /// The caller flushes the file.
  void write();
  void close();

 private:
  TraceTable(hid_t file, const char* group, const char* row, const char* row_long_name, hsize_t width,
             Chunks chunks);
  Extendible& add_column(const Extendible::Format& format, const Dataset& second);
  std::size_t records_in_row() const { return width_ == 0 ? 1 : width_; }

  std::string name_;
  hsize_t width_;  // the number of islands, or 0 if a row is one value
  Chunks chunks_;
  Group group_;
  Dataset island_;
  Dataset gene_;
  std::optional<GrowingDimension> character_;
  Extendible row_;
  std::deque<Extendible> columns_;
  std::vector<Extendible*> own_;
  Attachments attachments_;
};

/// Makes a group that lists its members in the order in which they were made.
Group create_group(hid_t parent, const char* name);

/// Also writes the number of rows so far and their checksum to /epoch; other columns are as without it.
template <typename R>
class OptionalTable {
 public:
  /// `epoch` must outlive it.
  void open(hid_t file, TraceTable& epoch, const trace_format::EventTable<R>& format,
            const TraceHeader& header, Chunks chunks) {
    table_.emplace(file, format.table, 0, header.fitness_unit, chunks);
    count_ = &epoch.add_row_column(format.count, std::string("rows of /") + format.table.group + " so far");
    checksum_ = &epoch.add_row_column(format.checksum, format.checksum_long_name);
    std::string columns = columns_text(format.table);
    if (format.genomes != nullptr) {
      genomes_ = &table_->add_genome_column(header.genome);
      columns += " " + genome_column(format.table);
    }
    checksum_->set_attribute(trace_format::columns_attribute, columns);
  }

  /// Does nothing if the table is not open, like the two below.
  void add(std::span<const R> rows, std::span<const std::byte> genomes) {
    if (!table_) return;
    table_->template append<R>(rows_, rows);
    if (genomes_ != nullptr) genomes_->add_bytes(genomes);
    rows_ += rows.size();
    count_->add(rows_);
    checksum_->add(checksum_of(genomes, checksum_of_rows(rows)));
  }
  void attach_columns() const {
    if (table_) table_->attach_columns();
  }
  /// Appends the waiting rows of the table; those of /epoch are written with that table.
  void write() {
    if (table_) table_->write();
  }
  void close() {
    if (table_) table_->close();
  }

 private:
  std::optional<TraceTable> table_;
  Extendible* count_ = nullptr;
  Extendible* checksum_ = nullptr;
  Extendible* genomes_ = nullptr;  // null if there are none
  std::uint64_t rows_ = 0;
};

/// The group /front or /archive. A kill can leave some old and some new rows, which their checksum tells.
class SolutionTable {
 public:
  /// The header must describe a front or a map.
  SolutionTable(hid_t file, const TraceHeader& header, Chunks chunks);

  /// Datasets that others may be reading grow only: rows beyond those of the set are filled up.
  void replace(RecordedSolutions solutions);
  /// Cuts the datasets to the size of the last rows, at the end of the run.
  void fit() { write(Replaceable::Fit::exact); }
  void close();

 private:
  struct Form {
    Extendible::Format format;
    const char* values;  // the coordinate of the values in a row; null if a row is one value
    std::function<void(const RecordedSolutions&, std::size_t row, std::vector<std::byte>& bytes)> append;
  };
  struct Column {
    Form form;
    Replaceable data;
    std::optional<GrowingDimension> values = {};  // if the width grows
  };

  static std::vector<Form> forms_of(const TraceHeader& header, Chunks chunks);
  void write(Replaceable::Fit fit);
  void add_dimensions(const SetDescription& description, Chunks chunks);

  Group group_;
  std::vector<Column> columns_;
  Dataset measure_;  // the coordinate of objectives or features
  RecordedSolutions last_;
};

/// Decides what is written, and in which order. Throws Failure.
class TraceFile {
 public:
  TraceFile(const std::filesystem::path& made_at, const TraceHeader& header, Chunks chunks);

  /// Others may read along from now on; the structure is fixed, and all rows so far are on the disk.
  void start_swmr() { file_.start_swmr(); }

  /// The rows wait in memory until write().
  void add(const EpochRecord& record);
  void write();
  /// The trace must have /front or /archive.
  void write_solutions(RecordedSolutions solutions);
  void write_best(const TraceFooter& footer);
  void close(const Totals& totals);
  hdf5::Structure structure() const { return file_.structure(); }
  void drop_writes() { file_.drop_writes(); }
  std::string write_error() const { return file_.write_error(); }

  bool keeps_solutions() const { return solutions_.has_value(); }
  std::size_t islands() const { return islands_; }
  /// Counts those of the epochs added so far, the initial population included.
  std::uint64_t generations() const { return generations_; }
  const EpochRow& last() const { return last_; }

 private:
  std::size_t islands_;
  Direction direction_;
  WritableFile file_;
  TraceTable generation_;
  TraceTable migration_;
  TraceTable improvement_;
  TraceTable epoch_;
  Extendible* migration_generation_;
  Extendible* decided_;  // the dataset of checksums
  Extendible* measured_;
  Extendible* improvement_genomes_ = nullptr;  // null if there are none
  trace_format::OfEvents<OptionalTable> events_;
  std::optional<SolutionTable> solutions_;
  Group best_;
  Extendible genome_;
  Extendible text_;
  std::uint64_t generations_ = 0;
  EpochRow last_;
};

}  // namespace skerry::hdf5
