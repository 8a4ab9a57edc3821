#pragma once

#include "skerry/evaluation/evaluation_row.hpp"
#include "skerry/migration/settings.hpp"
#include "skerry/record.hpp"
#include "skerry/solution_set.hpp"
#include "skerry/statistics.hpp"

#include "trace/epoch_row.hpp"

#include <cstddef>
#include <cstdint>

/// The names of a trace, as docs/trace-format.md defines them; the writer and the reader share them.
namespace skerry::trace_format {

inline constexpr const char* name = "skerry-trace";
/// The version that is written, and the oldest version that is read. New columns and attributes do not change
/// the version.
inline constexpr std::int64_t version = 3;
inline constexpr std::int64_t first_version = 1;

inline constexpr const char* running = "running";
inline constexpr const char* interrupted = "interrupted";
inline constexpr std::size_t stop_reason_size_bytes = 32;
inline constexpr std::size_t time_size_bytes = 32;

/// The attribute of a dataset of checksums that lists the columns which they cover.
inline constexpr const char* columns_attribute = "columns";

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
/// A table that only some traces have, with what messages call its rows and the columns of /epoch about them.
template <Record R>
struct OptionalTableFormat {
  Table<R> table;
  const char* rows;
  const char* count;
  const char* count_long_name;
  const char* checksum;
  const char* checksum_long_name;
};
template <Record R>
inline constexpr auto optional_table = nullptr;
template <>
inline constexpr auto optional_table<Birth> =
    OptionalTableFormat<Birth>{.table = {"birth", "birth", "number of the row", false},
                               .rows = "births",
                               .count = "births",
                               .count_long_name = "rows of /birth so far",
                               .checksum = "checksum_births",
                               .checksum_long_name = "CRC-32 of the epoch's births"};
/// The name of its checksum ends like that of a time, since it covers times and differs from run to run.
template <>
inline constexpr auto optional_table<EvaluationRow> =
    OptionalTableFormat<EvaluationRow>{.table = {"evaluation", "evaluation", "number of the row", false},
                                       .rows = "evaluations",
                                       .count = "evaluation_rows",
                                       .count_long_name = "rows of /evaluation so far",
                                       .checksum = "checksum_evaluations_s",
                                       .checksum_long_name = "CRC-32 of the epoch's rows of /evaluation"};
/// The group of solutions that a run keeps besides its populations, its coordinate of objectives or features,
/// and the column of their values.
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
