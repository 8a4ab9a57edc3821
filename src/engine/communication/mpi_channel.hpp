#pragma once

#include <memory>

#include <mpi.h>

namespace skerry {

class Channel;

/// Opens a channel on a duplicate of `comm`. Collective.
std::unique_ptr<Channel> open_mpi_channel(MPI_Comm comm);

}  // namespace skerry
