#include "engine/mpi/environment.hpp"

#include "skerry/error.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <thread>

#include <mpi.h>

namespace skerry {

namespace {

// Open MPI spins while it waits. With more ranks than cores that starves the rank it waits for (a barrier of
// 8 ranks on 2 cores takes 100 ms in place of 0.1 ms), and it does not always notice by itself.
void yield_where_oversubscribed() {
  const char* ranks_here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (ranks_here == nullptr) return;
  if (std::strtoul(ranks_here, nullptr, 10) > std::thread::hardware_concurrency()) {
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  }
}

// Started by no launcher, Open MPI starts a daemon, for starting further processes, which nobody does here.
// It takes longer than many a run. Without a daemon all lone runs of a user share a folder, which the first
// that ends removes under the others: they do without, too.
void need_nothing_alone() {
  if (started_by_a_launcher()) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

}  // namespace

bool started_by_a_launcher() {
  // Looked up once, before MPI starts: Open MPI then sets them in a process without a launcher, too.
  static const bool started = [] {
    constexpr std::array variables = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"};
    return std::ranges::any_of(variables, [](const char* name) { return std::getenv(name) != nullptr; });
  }();
  return started;
}

Environment::Environment(int& argc, char**& argv) : exceptions_(std::uncaught_exceptions()) {
  int running = 0;
  MPI_Initialized(&running);
  if (running != 0) return;
  yield_where_oversubscribed();
  need_nothing_alone();
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) throw Error(ExitStatus::failed, "MPI_Init failed");
  owner_ = true;
}

Environment::~Environment() {
  if (!owner_) return;
  if (std::uncaught_exceptions() > exceptions_)
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitStatus::failed));
  MPI_Finalize();
}

}  // namespace skerry
