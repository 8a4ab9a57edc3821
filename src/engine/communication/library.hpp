#pragma once

#include <string>

namespace skerry {

/// Returns name and version of the MPI library, such as "Open MPI v4.1.4" or "MPICH 4.0.2". Needs no running
/// MPI.
std::string mpi_library();

/// Tells whether this is Open MPI, and whether it has been built with SLURM's own PMI, with which srun can
/// connect its processes without PMIx. Need no running MPI.
bool is_open_mpi();
bool open_mpi_has_pmi_of_slurm();

}  // namespace skerry
