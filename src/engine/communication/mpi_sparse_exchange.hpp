#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <span>

#include <mpi.h>

namespace skerry {

/// Does what Communicator::alltoall_records() does, with one message for each pair of ranks that has
/// something to exchange, all of them posted at once. MPI_Alltoallv of MPICH does so, too; that of Open MPI
/// sends empty messages, one after another, with 64 to 127 and with 256 to 1,023 ranks, which takes it longer
/// than the rest of a migration. No other messages without a tag may be on their way on `comm`.
void exchange_sparsely(MPI_Comm comm, std::size_t rank, const std::byte* outgoing,
                       std::span<const BufferRange> sends, std::byte* incoming,
                       std::span<const BufferRange> receives, std::size_t record_size_bytes);

}  // namespace skerry
