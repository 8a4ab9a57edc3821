#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/record.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/statistics.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace skerry {

/// It is written after the epoch's rows in the other tables, so that it tells how many of them are whole.
struct EpochRow {
  std::uint64_t generation = 0;
  std::uint64_t improvements = 0;
  std::uint64_t migrations = 0;
  std::uint64_t evaluations = 0;
  double violation = 0;
  double best = 0;
  double elapsed_s = 0;
};

template <>
inline constexpr auto members_of<EpochRow> = std::tuple{
    Member{"generation", "1", "last generation of the epoch", &EpochRow::generation},
    Member{"improvements", "1", "rows of /improvement so far", &EpochRow::improvements},
    Member{"migrations", "1", "rows of /migration so far", &EpochRow::migrations},
    Member{"evaluations", "1", "evaluations of all islands since the start", &EpochRow::evaluations},
    Member{"violation", "1", "violation of the best individual so far", &EpochRow::violation},
    Member{"best", fitness_unit, "fitness of the best individual so far", &EpochRow::best},
    Member{"elapsed_s", "s", "time since the start", &EpochRow::elapsed_s}};
static_assert(describes_whole<EpochRow>);

struct RecordedSolutions {
  SolutionSet set = {};
  std::vector<std::string> texts = {};  ///< [solution]; empty if the problem has no text form
  std::int64_t generation = -1;         ///< up to which the set was kept; -1 before there is one
};

}  // namespace skerry

/// The names of a trace, as docs/trace-format.md defines them; the writer and the reader share them.
namespace skerry::trace_format {

inline constexpr const char* name = "skerry-trace";
/// The version that is written and read. New columns and attributes do not change it.
inline constexpr std::int64_t version = 3;

inline constexpr const char* running = "running";
inline constexpr const char* interrupted = "interrupted";
inline constexpr std::size_t stop_reason_size_bytes = 32;
inline constexpr std::size_t time_size_bytes = 32;

/// The attribute of a dataset of checksums that lists the columns which they cover.
inline constexpr const char* columns_attribute = "columns";

inline constexpr const char* genome = "genome";
/// The attribute of /generation that names the columns of the program's own.
inline constexpr const char* own_columns_attribute = "own_columns";
inline constexpr const char* no_unit = "1";

/// A group of columns, one for each member of the record.
template <Record R>
struct Table {
  const char* group;
  const char* row;  ///< the name of the coordinate of its rows
  const char* row_long_name;
  bool by_island;  ///< [row, island]; otherwise [row]
};

inline constexpr Table<Statistics> generation_table{"generation", "generation",
                                                    "generation, 0 = the initial population", true};
inline constexpr Table<Improvement> improvement_table{"improvement", "improvement", "number of the row",
                                                      false};
inline constexpr Table<MigrationCost> migration_table{"migration", "epoch",
                                                      "epoch that ended with this migration", true};
inline constexpr const char* group_of(SetKind kind) {
  return kind == SetKind::map ? "archive" : "front";
}
inline constexpr const char* measure_of(SetKind kind) {
  return kind == SetKind::map ? "feature" : "objective";
}
inline constexpr const char* values_of(SetKind kind) {
  return kind == SetKind::map ? "features" : "objectives";
}
inline constexpr const char* centroid = "centroid";
inline constexpr Table<EpochRow> epoch_table{"epoch", "epoch", "generations between two migrations", false};

}  // namespace skerry::trace_format

namespace skerry::hdf5 {

// HDF5 protects its own structures by checksums, but not the values in datasets; these do.

/// Returns the CRC-32 of zlib for bytes that follow others, whose CRC-32 is `before`; 0 for no bytes at all.
std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t before = 0);
std::uint64_t checksum_of(std::string_view text, std::uint64_t before = 0);

struct EpochChecksums {
  std::uint64_t decided = 0;   ///< checksum of the columns that seed and configuration decide
  std::uint64_t measured = 0;  ///< checksum of times and other columns in which two runs differ
};
/// Takes columns as they are stored, in the order of decided_columns_text() and measured_columns_text().
EpochChecksums checksums_of(const EpochRecord& record, const EpochRow& row);

template <Record R, typename T>
std::uint64_t column_checksum(std::span<const R> records, const Member<R, T>& member, std::uint64_t before) {
  std::vector<T> values(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) values[i] = records[i].*member.pointer;
  return checksum_of(std::as_bytes(std::span(values)), before);
}

/// Takes columns in the order of columns_text().
template <Record R>
std::uint64_t checksum_of_rows(std::span<const R> records) {
  std::uint64_t sum = 0;
  for_each_member<R>([&](const auto& member) { sum = column_checksum(records, member, sum); });
  return sum;
}

/// Throws Failure, with the name `what`, if the checksums differ.
void check(std::string_view what, std::uint64_t read, std::uint64_t written);

}  // namespace skerry::hdf5
