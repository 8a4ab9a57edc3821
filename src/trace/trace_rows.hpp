#pragma once

#include "skerry/archipelago.hpp"

#include "trace/checksum.hpp"
#include "trace/epoch_row.hpp"
#include "trace/hdf5/handle.hpp"
#include "trace/hdf5/reading.hpp"
#include "trace/optional_rows.hpp"
#include "trace/trace_columns.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace skerry::hdf5 {

/// The epochs of an open trace, as its table /epoch lists them, and the rows of its other tables. Throws
/// Failure for rows that cannot be read or differ from those that were written.
class TraceRows {
 public:
  explicit TraceRows(hid_t file);

  std::size_t islands() const { return islands_; }
  /// Returns the epochs up to the first row that does not follow from the one before.
  const std::vector<EpochRow>& epochs() const { return epochs_; }
  /// Returns the damage of the row of /epoch after those; empty where there is none.
  const std::string& damage() const { return damage_; }

  bool records_evaluations() const { return evaluations_.has_table(); }
  std::vector<EvaluationRow> read_evaluations(std::uint64_t first, std::uint64_t count) const {
    return evaluations_.read(first, count);
  }
  std::vector<EpochRecord> read_epochs(std::uint64_t first, std::uint64_t count) const;
  /// Returns how many epochs from `first` on, and before `end`, have together at most `rows` rows of
  /// statistics, births and evaluations; at least one.
  std::uint64_t epochs_within(std::uint64_t first, std::uint64_t end, std::uint64_t rows) const;

 private:
  /// The number of rows that the tables have at the end of an epoch.
  struct Extent {
    hsize_t generations = 0;
    hsize_t improvements = 0;
    hsize_t migrations = 0;
    hsize_t births = 0;
    hsize_t evaluations = 0;
  };
  Extent extent(std::uint64_t count) const;
  void keep_consistent();

  /// The rows of some epochs, and the checksums computed from them.
  struct Block {
    std::vector<Statistics> statistics;
    std::vector<Improvement> improvements;
    std::vector<MigrationCost> migrations;
    std::vector<EpochChecksums> checksums;
  };
  Block read_block(std::uint64_t first, std::uint64_t count) const;
  /// Returns the rows of a table that those epochs added.
  Rows rows_of(const std::string& table, std::uint64_t first, std::uint64_t count) const;

  hid_t file_;
  std::size_t islands_;
  TraceColumns columns_;
  OptionalRows<Birth> births_;
  OptionalRows<EvaluationRow> evaluations_;
  std::vector<EpochRow> epochs_;
  std::vector<EpochChecksums> checksums_;
  std::string damage_;
};

}  // namespace skerry::hdf5
