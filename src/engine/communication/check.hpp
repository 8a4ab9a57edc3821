#pragma once

namespace skerry {

/// Throws Error with MPI's own text unless `code`, returned by `call`, is MPI_SUCCESS.
void check(int code, const char* call);

}  // namespace skerry
