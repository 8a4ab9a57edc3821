#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <memory>

#include <mpi.h>

namespace skerry {

/// Returns memory that the processes of one node share (MPI-3). A rank that has its node to itself shares
/// nothing: without a launcher, MPICH would even look for one to free a window, and wait for it. Collective.
std::unique_ptr<SharedMemory> share_memory_of(MPI_Comm ranks, std::size_t size_bytes);

}  // namespace skerry
