#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace skerry {

class Communicator;

/// Writes one file by all ranks together, through MPI-IO where they are several, and where `synchronise` says
/// so to the disk: each rank's bytes after those of the ranks before it. The file exists, and every rank sees
/// it; sizes[r] are the bytes of rank r. Collective. Throws Error on those ranks that failed; no rank waits
/// for one that has.
void write_together(Communicator& world, const std::filesystem::path& path,
                    std::span<const std::uint64_t> sizes, std::span<const std::byte> bytes, bool synchronise);

}  // namespace skerry
