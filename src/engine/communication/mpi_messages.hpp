#pragma once

#include "engine/communication/communicator.hpp"

#include <cstddef>
#include <span>

#include <mpi.h>

namespace skerry {

// Collective exchanges made of single messages. No other messages without a tag may be on their way on `comm`.

/// Does what Communicator::alltoall_records() does, with one message for each pair of ranks that has
/// something to exchange, all of them posted at once. MPI_Alltoallv of MPICH does so, too; that of Open MPI
/// sends empty messages, one after another, with 64 to 127 and with 256 to 1,023 ranks, which takes it longer
/// than the rest of a migration.
void exchange_sparsely(MPI_Comm comm, std::size_t rank, const std::byte* outgoing,
                       std::span<const BufferRange> sends, std::byte* incoming,
                       std::span<const BufferRange> receives, std::size_t record_size_bytes);

/// Does what Communicator::gather_records() does by a binomial tree: the root receives the logarithm of the
/// number of ranks in messages, where MPI_Gatherv of Open MPI and MPICH brings it one of each rank.
void gather_by_tree(MPI_Comm comm, std::size_t rank, std::size_t root, const std::byte* mine,
                    std::span<const std::size_t> counts, std::byte* all, std::size_t record_size_bytes);

}  // namespace skerry
