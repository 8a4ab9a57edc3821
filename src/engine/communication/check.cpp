#include "engine/communication/check.hpp"

#include "skerry/error.hpp"

#include <array>
#include <string>

#include <mpi.h>

namespace skerry {

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(code, text.data(), &length);
  throw Error(ExitStatus::failed,
              std::string(call) + " failed: " + std::string(text.data(), static_cast<std::size_t>(length)));
}

}  // namespace skerry
