#include "engine/communication/environment.hpp"

#include "skerry/error.hpp"

#include "engine/communication/launcher.hpp"
#include "engine/communication/library.hpp"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <thread>

#include <mpi.h>
#include <sys/prctl.h>

namespace skerry {

namespace {

std::optional<int> number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  return static_cast<int>(std::strtol(text, nullptr, 10));
}

/// While MPI starts, a rank ends with its launcher: one whose mpirun is killed meanwhile would wait for ever
/// (PMIx_Init of Open MPI 4.1).
class EndsWithLauncher {
 public:
  EndsWithLauncher() {
    ::prctl(PR_GET_PDEATHSIG, &before_);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  }
  ~EndsWithLauncher() { ::prctl(PR_SET_PDEATHSIG, before_); }
  EndsWithLauncher(const EndsWithLauncher&) = delete;
  EndsWithLauncher& operator=(const EndsWithLauncher&) = delete;

 private:
  int before_ = 0;
};

[[noreturn]] void refuse() {
  throw UsageError(lone_process_text(launched(), mpi_library()));
}

/// Open MPI can't start in a task of SLURM whose PMI it does not understand: it ends the process, with a page
/// of its own.
bool open_mpi_would_end_this_process() {
  return launched().several() && launched().launcher == srun && !launched().pmix && is_open_mpi() &&
         !open_mpi_has_pmi_of_slurm();
}

}  // namespace

void refuse_alone() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1 && launched().several()) refuse();
}

bool waiting_ranks_yield() {
  if (number("SKERRY_YIELD") == 1) return true;
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    const auto ranks_here = number(name);
    if (ranks_here) return *ranks_here > static_cast<int>(std::thread::hardware_concurrency());
  }
  return false;
}

Environment::Environment(int& argc, char**& argv) : exceptions_(std::uncaught_exceptions()) {
  int running = 0;
  MPI_Initialized(&running);
  if (running != 0) {
    refuse_alone();
    return;
  }
  if (open_mpi_would_end_this_process()) refuse();
  // Open MPI does not always notice by itself that it has to.
  if (waiting_ranks_yield()) setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  const int started = [&] {
    const EndsWithLauncher guard;
    return MPI_Init(&argc, &argv);
  }();
  if (started != MPI_SUCCESS) throw Error(ExitStatus::failed, "MPI_Init failed");
  owner_ = true;
  try {
    refuse_alone();
  } catch (const UsageError&) {
    MPI_Finalize();
    throw;
  }
}

Environment::~Environment() {
  if (!owner_) return;
  if (std::uncaught_exceptions() > exceptions_)
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitStatus::failed));
  MPI_Finalize();
}

}  // namespace skerry
