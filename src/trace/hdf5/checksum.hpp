#pragma once

#include "skerry/archipelago.hpp"

#include "trace/trace_format.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace skerry::hdf5 {

// HDF5 guards its own structures with checksums, and not the values in datasets. These do: CRC-32 as zlib
// computes it, 0 for nothing.
std::uint64_t checksum_of(std::string_view text);
/// Of a genome and then its text.
std::uint64_t checksum_of(std::span<const std::byte> genome, std::string_view text);
struct EpochChecksums {
  std::uint64_t decided = 0;   ///< of what seed and configuration decide
  std::uint64_t measured = 0;  ///< of times and the like, which two runs do not share
};
/// Of the rows that an epoch adds to all tables: columns in the order of trace_format, each as it is stored,
/// those of `row` last and without its own checksums.
EpochChecksums checksums_of(const EpochRecord& record, const trace_format::EpochRow& row);

/// Throws Failure, naming what was read, where the checksums differ.
void check(std::string_view what, std::uint64_t read, std::uint64_t written);

}  // namespace skerry::hdf5
