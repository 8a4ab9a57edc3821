#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace skerry {

class Communicator;

/// Writes one file by all ranks together, each rank's bytes after those of the ranks before it; through
/// MPI-IO where there are several ranks, and down to the disk where `synchronise` says so. The file must
/// exist, and every rank must see it; sizes[r] is the number of bytes of rank r. Throws Error on those ranks
/// that failed; no rank waits for one that has failed. Collective.
void write_together(Communicator& world, const std::filesystem::path& path,
                    std::span<const std::uint64_t> sizes, std::span<const std::byte> bytes, bool synchronise);

}  // namespace skerry
