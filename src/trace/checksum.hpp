#pragma once

#include "skerry/archipelago.hpp"

#include "trace/epoch_row.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace skerry::hdf5 {

// HDF5 protects its own structures by checksums, but not the values in datasets; these checksums protect the
// values.

/// Returns the CRC-32 of zlib for bytes that follow others, whose CRC-32 is `before`; 0 for no bytes at all.
std::uint64_t checksum_of(std::span<const std::byte> bytes, std::uint64_t before = 0);
std::uint64_t checksum_of(std::string_view text, std::uint64_t before = 0);

struct EpochChecksums {
  std::uint64_t decided = 0;   ///< checksum of the columns that seed and configuration decide
  std::uint64_t measured = 0;  ///< checksum of times and other columns in which two runs differ
};
/// Returns the checksums of the rows that an epoch adds to all tables, column after column as they are
/// stored, in the order of decided_columns_text() and measured_columns_text().
EpochChecksums checksums_of(const EpochRecord& record, const EpochRow& row);

/// Returns the checksum of the rows that an epoch adds to an optional table, in the order of columns_text().
std::uint64_t checksum_of_rows(std::span<const Birth> rows);
std::uint64_t checksum_of_rows(std::span<const EvaluationRow> rows);

/// Throws Failure, with the name `what`, where the checksums differ.
void check(std::string_view what, std::uint64_t read, std::uint64_t written);

}  // namespace skerry::hdf5
