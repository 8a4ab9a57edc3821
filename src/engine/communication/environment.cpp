#include "engine/communication/environment.hpp"

#include "skerry/error.hpp"

#include "engine/communication/library.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <string>
#include <thread>
#include <utility>

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

void refuse_another_launcher(const std::optional<LaunchedRank>& launched) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size > 1 || !launched || launched->size <= 1) return;
  MPI_Finalize();
  throw UsageError(
      std::to_string(launched->size) +
      " ranks were started, and each finds itself alone: the launcher is of another MPI. This program "
      "is built with " +
      mpi_library() + " and needs the launcher of that");
}

}  // namespace

std::optional<LaunchedRank> launched_rank() {
  constexpr std::array names = {std::pair("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
                                std::pair("PMI_RANK", "PMI_SIZE")};
  for (const auto& [rank_name, size_name] : names) {
    const auto rank = number(rank_name);
    const auto size = number(size_name);
    if (rank && size) return LaunchedRank{*rank, *size};
  }
  return std::nullopt;
}

bool waiting_ranks_yield() {
  if (number("SKERRY_YIELD") == 1) return true;
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    const auto ranks_here = number(name);
    if (ranks_here) return *ranks_here > static_cast<int>(std::thread::hardware_concurrency());
  }
  return false;
}

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
  // Open MPI does not always notice by itself that it has to.
  if (waiting_ranks_yield()) setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  const auto launched = launched_rank();  // Open MPI sets the variables of a process without a launcher, too
  const int started = [&] {
    const EndsWithLauncher guard;
    return MPI_Init(&argc, &argv);
  }();
  if (started != MPI_SUCCESS) throw Error(ExitStatus::failed, "MPI_Init failed");
  refuse_another_launcher(launched);
  owner_ = true;
}

Environment::~Environment() {
  if (!owner_) return;
  if (std::uncaught_exceptions() > exceptions_)
    MPI_Abort(MPI_COMM_WORLD, static_cast<int>(ExitStatus::failed));
  MPI_Finalize();
}

}  // namespace skerry
