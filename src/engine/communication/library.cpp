#include "engine/communication/library.hpp"

#include <array>

#include <mpi.h>

namespace skerry {

std::string mpi_library() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  const std::string whole(text.data(), static_cast<std::size_t>(length));
  // Open MPI's text continues with its package, its identity and a date; MPICH's is a table.
  const std::string first = whole.substr(0, whole.find_first_of(",\n"));
  const std::size_t heading = first.find(" Version:");
  if (heading == std::string::npos) return first;
  return first.substr(0, heading) + ' ' + first.substr(first.find_last_of(" \t:") + 1);
}

bool is_open_mpi() {
  return mpi_library().starts_with("Open MPI");
}

bool open_mpi_has_pmi_of_slurm() {
  int level = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &level) != MPI_SUCCESS) return true;
  bool found = false;
  // Each component has a variable with its version.
  for (const char* name : {"pmix_s1_major_version", "pmix_s2_major_version"}) {
    int index = 0;
    found = found || MPI_T_cvar_get_index(name, &index) == MPI_SUCCESS;
  }
  MPI_T_finalize();
  return found;
}

}  // namespace skerry
