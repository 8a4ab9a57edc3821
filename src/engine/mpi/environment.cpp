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

// Open MPI spins while it waits. With more ranks than cores that takes the core from the rank it waits for (a
// barrier of 8 ranks on 2 cores takes 100 ms in place of 0.1 ms), and Open MPI does not always notice this by
// itself.
void yield_where_oversubscribed() {
  const char* ranks_here = std::getenv("OMPI_COMM_WORLD_LOCAL_SIZE");
  if (ranks_here == nullptr) return;
  if (std::strtoul(ranks_here, nullptr, 10) > std::thread::hardware_concurrency()) {
    setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  }
}

// Without a launcher, Open MPI starts a daemon that could start further processes. Nobody starts any here,
// and the daemon takes longer than many a run. Without a daemon, all lone runs of a user share a folder,
// which the first run to end removes under the others; so the folder is switched off too.
void need_nothing_alone() {
  if (started_by_a_launcher()) return;
  setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
  setenv("OMPI_MCA_orte_create_session_dirs", "0", 0);
}

}  // namespace

bool started_by_a_launcher() {
  // The variables are looked up once, before MPI starts, since Open MPI then sets them in a process without a
  // launcher, too.
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
