#pragma once

#include "skerry/archipelago.hpp"
#include "skerry/statistics.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

/// The names of a trace, as docs/trace-format.md lays them down; the writer and the reader share them.
namespace skerry::trace_format {

inline constexpr const char* name = "skerry-trace";
/// A reader takes its own version alone; a change that adds columns or attributes keeps the number.
inline constexpr std::int64_t version = 1;

inline constexpr const char* running = "running";
inline constexpr const char* interrupted = "interrupted";
inline constexpr std::size_t stop_reason_size_bytes = 32;
inline constexpr std::size_t time_size_bytes = 32;

/// The unit of a column that holds fitness values: the run's own.
inline constexpr const char* fitness_unit = nullptr;

/// A column of a table: one member of every record.
template <typename Record>
struct Column {
  const char* name;
  const char* unit;
  const char* long_name;
  std::variant<double Record::*, std::uint64_t Record::*> member;
};

/// What is known at the end of an epoch; written last, so that it says how much of the rest is whole.
struct EpochRow {
  std::uint64_t generation = 0;
  std::uint64_t improvements = 0;
  std::uint64_t migrations = 0;
  std::uint64_t evaluations = 0;
  double violation = 0;
  double best = 0;
  double elapsed_s = 0;
  std::uint64_t checksum = 0;
  std::uint64_t measured_checksum = 0;
};

inline constexpr std::array<Column<Statistics>, 15> generation_columns{{
    {"best", fitness_unit, "fitness of the best individual", &Statistics::best},
    {"median", fitness_unit, "median fitness", &Statistics::median},
    {"mean", fitness_unit, "mean fitness", &Statistics::mean},
    {"worst", fitness_unit, "fitness of the worst individual", &Statistics::worst},
    {"standard_deviation", fitness_unit, "standard deviation of fitness", &Statistics::standard_deviation},
    {"violation", "1", "violation of the best individual, 0 = feasible", &Statistics::violation},
    {"fitness_diversity", "1", "coefficient of variation of fitness", &Statistics::fitness_diversity},
    {"genotype_diversity", "1", "mean distance of two genomes", &Statistics::genotype_diversity},
    {"distinct", "1", "different genomes", &Statistics::distinct},
    {"feasible", "1", "feasible individuals", &Statistics::feasible},
    {"evaluations", "1", "evaluations since the start", &Statistics::evaluations},
    {"immigrations", "1", "immigrations of the population since the start", &Statistics::immigrations},
    {"restarts", "1", "restarts of the population since the start", &Statistics::restarts},
    {"evolving_s", "s", "time spent evolving this generation", &Statistics::evolving_s},
    {"waiting_s", "s", "time spent waiting for other islands", &Statistics::waiting_s},
}};

inline constexpr std::array<Column<MigrationCost>, 5> migration_columns{{
    {"bytes_sent", "byte", "bytes sent to other ranks", &MigrationCost::bytes_sent},
    {"bytes_received", "byte", "bytes received from other ranks", &MigrationCost::bytes_received},
    {"individuals_sent", "1", "individuals sent to other islands", &MigrationCost::individuals_sent},
    {"elapsed_s", "s", "duration of the migration", &MigrationCost::elapsed_s},
    {"waiting_s", "s", "time spent waiting for the last island", &MigrationCost::waiting_s},
}};

inline constexpr std::array<Column<Improvement>, 6> improvement_columns{{
    {"generation", "1", "generation of the new best", &Improvement::generation},
    {"island", "1", "island of the new best", &Improvement::island},
    {"evaluations", "1", "evaluations of this island since the start", &Improvement::evaluations},
    {"elapsed_s", "s", "time since the start", &Improvement::elapsed_s},
    {"violation", "1", "violation, 0 = feasible", &Improvement::violation},
    {"fitness", fitness_unit, "fitness", &Improvement::fitness},
}};

inline constexpr std::array<Column<EpochRow>, 9> epoch_columns{{
    {"generation", "1", "last generation of the epoch", &EpochRow::generation},
    {"improvements", "1", "rows of /improvement so far", &EpochRow::improvements},
    {"migrations", "1", "rows of /migration so far", &EpochRow::migrations},
    {"evaluations", "1", "evaluations of all islands since the start", &EpochRow::evaluations},
    {"violation", "1", "violation of the best individual so far", &EpochRow::violation},
    {"best", fitness_unit, "fitness of the best individual so far", &EpochRow::best},
    {"elapsed_s", "s", "time since the start", &EpochRow::elapsed_s},
    {"checksum", "1", "CRC-32 of the epoch's rows in all tables", &EpochRow::checksum},
    {"checksum_s", "1", "CRC-32 of the times in them", &EpochRow::measured_checksum},
}};
inline constexpr std::size_t checksum_columns = 2;  ///< the last of them

/// Whether a column differs between two runs of one seed and configuration.
template <typename Record>
constexpr bool is_measured(const Column<Record>& column) {
  const std::string_view unit = column.unit == nullptr ? "" : column.unit;
  return unit == "s" || unit == "byte";
}

}  // namespace skerry::trace_format
