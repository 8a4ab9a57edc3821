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

}  // namespace skerry
