#include "engine/communication/environment.hpp"

#include "skerry/error.hpp"

#include "engine/communication/launcher.hpp"
#include "engine/communication/library.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
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

using Clock = std::chrono::steady_clock;
/// How long a rank that failed waits for a lower one that fails in the same way: the ranks that fail together
/// do so at the same exchange, or at the same start.
constexpr std::chrono::milliseconds time_for_lower_ranks{2000};
/// How long the others wait for the end that the speaking rank brings. It prints a line, and may do more.
constexpr std::chrono::seconds time_for_the_end{10};
constexpr std::chrono::milliseconds look{5};

// What is left of an Environment when an exception has destroyed it, and what std::terminate sees: a process
// has one at most.
Environment* running_environment = nullptr;
std::thread::id mpi_thread;
MPI_Comm failed_ranks = MPI_COMM_NULL;  // carries nothing but the news that a rank has failed
bool has_failed = false;
std::terminate_handler terminate_before = nullptr;

[[noreturn]] void end_all_ranks(int status) {
  // MPI_Abort does not flush what the process has written.
  std::cout.flush();
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

/// Ends all ranks when this one exits, with its status unless that claims a success.
void end_all_at_exit(int status, void* /*unused*/) {
  end_all_ranks(status != 0 ? status : static_cast<int>(ExitStatus::failed));
}

/// Lets one rank say what it died of, in the words of the handler that was there before.
void terminate_in_turn() {
  if (running_environment != nullptr && std::current_exception() &&
      std::this_thread::get_id() == mpi_thread) {
    running_environment->await_turn_to_speak();
  }
  if (terminate_before != nullptr) terminate_before();
  std::abort();
}

/// Returns whether the news of a rank's failure arrives within this time.
bool lower_rank_fails_within(Clock::duration time) {
  for (const auto end = Clock::now() + time; Clock::now() < end; std::this_thread::sleep_for(look)) {
    int arrived = 0;
    if (MPI_Iprobe(MPI_ANY_SOURCE, 0, failed_ranks, &arrived, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (arrived != 0) return true;
  }
  return false;
}

void tell_higher_ranks(int rank, int size) {
  for (int other = rank + 1; other < size; ++other) {
    MPI_Request sent = MPI_REQUEST_NULL;
    if (MPI_Isend(nullptr, 0, MPI_BYTE, other, 0, failed_ranks, &sent) == MPI_SUCCESS)
      MPI_Request_free(&sent);
  }
}

[[noreturn]] void refuse_lone_process() {
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
  if (size == 1 && launched().several()) refuse_lone_process();
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
  if (has_failed) end_all_ranks(static_cast<int>(ExitStatus::failed));  // the others wait for the end
  int running = 0;
  MPI_Initialized(&running);
  if (running != 0) {
    refuse_alone();
    return;
  }
  if (open_mpi_would_end_this_process()) refuse_lone_process();
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
  MPI_Comm_dup(MPI_COMM_WORLD, &failed_ranks);
  MPI_Comm_set_errhandler(failed_ranks, MPI_ERRORS_RETURN);
  running_environment = this;
  mpi_thread = std::this_thread::get_id();
  terminate_before = std::set_terminate(terminate_in_turn);
}

Environment::~Environment() {
  if (!owner_) return;
  if (std::get_terminate() == terminate_in_turn) std::set_terminate(terminate_before);
  running_environment = nullptr;
  if (std::uncaught_exceptions() > exceptions_) {
    await_turn_to_speak();
    has_failed = true;
    ::on_exit(end_all_at_exit, nullptr);
    return;
  }
  MPI_Comm_free(&failed_ranks);
  MPI_Finalize();
}

void Environment::await_turn_to_speak() {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(failed_ranks, &rank);
  MPI_Comm_size(failed_ranks, &size);
  tell_higher_ranks(rank, size);
  if (rank > 0 && lower_rank_fails_within(time_for_lower_ranks)) {
    std::this_thread::sleep_for(time_for_the_end);
    end_all_ranks(static_cast<int>(ExitStatus::failed));
  }
}

}  // namespace skerry
