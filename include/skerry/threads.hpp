#pragma once

#include "skerry/mpi.hpp"

#include <cstddef>
#include <functional>

namespace skerry {

/// Calls `work` on as many threads as there are islands, at least one, each with its own number; island 0 is
/// on the calling thread. It needs no MPI, and the islands end as those of as many ranks would, bit for bit.
/// `work` shares what it refers to; evolve() gives each island its own copy of the problem. If `work` throws
/// on a thread, the others end at their next exchange, and the first exception is thrown here. Throws Error
/// if the system has no room for the threads.
void on_threads(std::size_t islands, const std::function<void(const Mpi&)>& work);

/// Does so on the ranks of a job, each with an equal part of the islands on threads, for which the calling
/// thread calls MPI, or with one on that thread itself. Throws UsageError for fewer islands. Collective.
void on_threads(const Mpi& ranks, std::size_t islands, const std::function<void(const Mpi&)>& work);

}  // namespace skerry
