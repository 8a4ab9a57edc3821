#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include <mpi.h>

namespace skerry {

/// Does what Communicator::write_together does, through MPI-IO. Collective.
void write_by_mpi(MPI_Comm ranks, const std::filesystem::path& path, std::span<const std::uint64_t> sizes,
                  std::span<const std::byte> bytes, bool synchronise);

}  // namespace skerry
