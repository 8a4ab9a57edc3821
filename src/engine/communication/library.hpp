#pragma once

#include <string>

namespace skerry {

/// Returns name and version of the MPI library, such as "Open MPI v4.1.4" or "MPICH 4.0.2". Needs no running
/// MPI.
std::string mpi_library();

}  // namespace skerry
