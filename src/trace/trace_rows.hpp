#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/genome_form.hpp"
#include "skerry/record.hpp"
#include "skerry/score.hpp"
#include "skerry/solution_set.hpp"

#include "trace/hdf5/file.hpp"
#include "trace/trace_columns.hpp"
#include "trace/trace_format.hpp"
#include "trace/trace_header.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace skerry::hdf5 {

/// Records are [row][island] or, for width 0, [row]. Columns of later versions are ignored.
template <Record R>
void fill(std::vector<R>& records, const ColumnPath& column, const StoredRows& rows, hsize_t width) {
  for_each_member<R>([&]<typename T>(const Member<R, T>& member) {
    if (column.name != member.name) return;
    const std::span<const T> values = rows.values<T>(width);
    records.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) records[i].*member.pointer = values[i];
  });
}

bool has_improvement_genomes(hid_t file);
/// The form has width 0 if the trace records no genomes. Throws Failure for a column that holds none.
GenomeForm genome_form_of(hid_t file);

/// There are none without the table. Throws Failure for rows that cannot be read or were changed.
template <typename R>
class OptionalRows {
 public:
  /// Reads how many rows each of the first `epochs` epochs added, or of fewer if the columns are shorter.
  void open(hid_t file, const trace_format::EventTable<R>& format, hsize_t epochs);

  bool has_table() const { return has_table_; }
  /// Returns the number of epochs whose rows are known; `epochs` if the trace does not have the table.
  hsize_t epochs() const { return epochs_; }
  hsize_t end(std::uint64_t epochs) const { return ends_.empty() || epochs == 0 ? 0 : ends_[epochs - 1]; }

  struct Events {
    std::vector<R> rows;
    std::vector<std::byte> genomes;  ///< a row for each of these, if the table has such a column
  };
  /// Returns rows of `count` epochs. Throws Failure if those of one epoch are not as they were written.
  Events read(std::uint64_t first, std::uint64_t count) const;

 private:
  hid_t file_ = 0;
  const trace_format::EventTable<R>* format_ = nullptr;
  bool has_table_ = false;
  hsize_t epochs_ = 0;
  std::vector<ColumnPath> columns_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> checksums_;
};

/// Throws Failure for rows that cannot be read or differ from those that were written.
class TraceRows {
 public:
  explicit TraceRows(hid_t file);

  std::size_t islands() const { return islands_; }
  /// Returns the epochs up to the first row that does not follow from the one before.
  const std::vector<EpochRow>& epochs() const { return epochs_; }
  /// Returns the damage of the row of /epoch after those; empty if there is none.
  const std::string& damage() const { return damage_; }

  const std::vector<Column>& own_columns() const { return own_columns_; }
  bool records_evaluations() const { return evaluations().has_table(); }
  std::vector<EvaluationRow> read_evaluations(std::uint64_t first, std::uint64_t count) const {
    return evaluations().read(first, count).rows;
  }
  std::vector<EpochRecord> read_epochs(std::uint64_t first, std::uint64_t count) const;
  std::uint64_t epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const;

 private:
  struct Extent {
    hsize_t generations = 0;
    hsize_t improvements = 0;
    hsize_t migrations = 0;
    std::array<hsize_t, std::tuple_size_v<decltype(trace_format::event_tables)>> events{};
  };
  const OptionalRows<EvaluationRow>& evaluations() const {
    return std::get<OptionalRows<EvaluationRow>>(events_);
  }
  Extent extent(std::uint64_t count) const;
  void fill_own(std::vector<double>& values, std::size_t column, const StoredRows& rows) const;
  void keep_consistent();

  struct Block {
    std::vector<Statistics> statistics;
    std::vector<double> column_values;  // [generation][island][column]
    std::vector<Improvement> improvements;
    std::vector<std::byte> improvement_genomes;
    std::vector<MigrationCost> migrations;
    std::vector<EpochChecksums> checksums;
  };
  Block read_block(std::uint64_t first, std::uint64_t count) const;
  Rows rows_of(const std::string& table, std::uint64_t first, std::uint64_t count) const;

  hid_t file_;
  std::size_t islands_;
  TraceColumns columns_;
  std::vector<Column> own_columns_;
  trace_format::OfEvents<OptionalRows> events_;
  std::vector<EpochRow> epochs_;
  std::vector<EpochChecksums> checksums_;
  std::string damage_;
};

SetKind set_kind_of(hid_t file);

SetDescription read_set_description(hid_t file);

RecordedSolutions read_solutions(hid_t file, const SetDescription& description, Direction direction);

}  // namespace skerry::hdf5
