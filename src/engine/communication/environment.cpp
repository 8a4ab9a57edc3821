#include "engine/communication/environment.hpp"

#include "skerry/error.hpp"
#include "skerry/mpi.hpp"

#include "engine/communication/mpi_communicator.hpp"
#include "engine/communication/thread_communicator.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <string_view>
#include <thread>
#include <utility>

#include <mpi.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace skerry {

namespace {

/// While MPI starts, a rank ends with its mpirun, for which it would else wait for ever (Open MPI 4.1).
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
/// Ranks that fail together do so at the same exchange, or at the same start.
constexpr std::chrono::milliseconds time_for_lower_ranks{2000};
constexpr std::chrono::seconds time_for_the_end{10};
constexpr std::chrono::milliseconds look{5};

// What is left of an Environment after an exception, and what std::terminate sees; at most one a process.
Environment* running_environment = nullptr;
std::thread::id mpi_thread;
MPI_Comm failed_ranks = MPI_COMM_NULL;  // carries nothing but the news that a rank has failed
bool has_failed = false;
std::terminate_handler terminate_before = nullptr;

/// The launcher of Open MPI 5 drops what it has not read of the messages when a rank ends all.
void wait_until_messages_are_read() {
  int unread = 0;
  for (int looks = 0; looks < 100 && ::ioctl(STDERR_FILENO, FIONREAD, &unread) == 0 && unread > 0; ++looks)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

[[noreturn]] void end_all_ranks(int status) {
  // MPI_Abort does not flush what the process has written.
  std::cout.flush();
  std::fflush(nullptr);
  wait_until_messages_are_read();
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

/// Needs no running MPI. With SLURM's own PMI, srun can connect the processes of Open MPI without PMIx.
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

/// In a task of SLURM whose PMI it does not understand, Open MPI ends the process, with its own page.
bool open_mpi_would_end_this_process() {
  return launched().several() && launched().launcher == srun && !launched().pmix &&
         mpi_library().starts_with("Open MPI") && !open_mpi_has_pmi_of_slurm();
}

/// How launchers tell a process its rank and how many were started. The launchers of Flux, Cray and others
/// set PMI_RANK and PMI_SIZE, too, so those come after the variables that name their launcher.
struct LauncherNames {
  const char* launcher;
  const char* rank;
  const char* size;
};
constexpr auto known =
    std::to_array<LauncherNames>({{"mpirun of Open MPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                  {"mpirun of MVAPICH", "MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"},
                                  {"jsrun", "JSM_NAMESPACE_RANK", "JSM_NAMESPACE_SIZE"},
                                  {"flux run", "FLUX_TASK_RANK", "FLUX_JOB_SIZE"},
                                  {"mpiexec", "PMI_RANK", "PMI_SIZE"}});

std::optional<int> whole_number(const char* text) {
  if (text == nullptr) return std::nullopt;
  const std::string_view word = text;
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < 0) return std::nullopt;
  return value;
}

/// Tells whether a number is among those of a list such as "4(x2),1", the tasks of each node.
bool has_count(std::string_view list, std::size_t count) {
  while (!list.empty()) {
    std::size_t value = 0;
    std::from_chars(list.data(), list.data() + list.size(), value);
    if (value == count) return true;
    const auto comma = list.find(',');
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
  return false;
}

/// Tells whether the variables of a step of SLURM are those of this process. A job that was submitted within
/// a step inherits them, and its batch script has a task on its node that the step does not have.
bool of_this_step(const Variables& variable) {
  const char* here = variable("SLURM_GTIDS");
  const char* per_node = variable("SLURM_STEP_TASKS_PER_NODE");
  if (here == nullptr || per_node == nullptr) return true;
  const std::string_view tasks = here;
  return has_count(per_node, static_cast<std::size_t>(std::ranges::count(tasks, ',')) + 1);
}

/// SLURM_NTASKS is not a sign of several processes: it is that of the job in a batch script and after salloc.
std::optional<LaunchedRank> task_of_slurm(const Variables& variable, bool from_a_shell) {
  const auto task = whole_number(variable("SLURM_PROCID"));
  const auto tasks = whole_number(variable("SLURM_STEP_NUM_TASKS"));
  if (!task || !tasks || *tasks < 1 || !of_this_step(variable)) return std::nullopt;
  const bool terminal = variable("SLURM_PTY_PORT") != nullptr;
  if (terminal && from_a_shell && *task == 0) return std::nullopt;
  return LaunchedRank{*task, std::max(*tasks, *task + 1)};
}

/// Such a shell gives each command a process group in the session of its terminal, which it leads.
bool started_by_an_interactive_shell() {
  return ::isatty(STDIN_FILENO) != 0 && ::getpgrp() != ::getsid(0);
}

/// Looked up while the program is loaded, before anything can start MPI.
[[maybe_unused]] const bool looked_up = (launched(), true);

/// Runs `work`, which refuses processes that were started together and are not connected. All of them fail in
/// the same way, so the first one throws, and the others end without a message.
template <typename Work>
void or_leave_alone(Work work) {
  try {
    work();
  } catch (const UsageError& error) {
    const auto& rank = launched().rank;
    if (rank && rank->rank > 0) std::exit(static_cast<int>(error.status()));
    throw;
  }
}

}  // namespace

void refuse_alone() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1 && launched().several()) refuse_lone_process();
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
    int provided = 0;
    return MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
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

Launched judge_launcher(const Variables& variable, bool from_a_shell) {
  Launched found;
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"}) {
    if (variable(name) != nullptr) found.connected = true;
  }
  found.pmix = variable("PMIX_RANK") != nullptr;
  for (const LauncherNames& names : known) {
    const auto rank = whole_number(variable(names.rank));
    const auto size = whole_number(variable(names.size));
    if (!rank || !size) continue;
    found.launcher = names.launcher;
    found.rank = LaunchedRank{*rank, *size};
    break;
  }
  const bool by_pmi = found.rank && found.launcher == known.back().launcher;
  if (found.rank && !by_pmi) return found;
  const auto task = task_of_slurm(variable, from_a_shell);
  // srun --mpi=pmi2 sets the variables of mpiexec, with the step's own numbers.
  const bool same = task && found.rank && task->size == found.rank->size && task->rank == found.rank->rank;
  if (!task || (found.rank && !same)) return found;
  found.launcher = srun;
  found.rank = task;
  return found;
}

const Launched& launched() {
  static const Launched found =
      judge_launcher([](const char* name) { return std::getenv(name); }, started_by_an_interactive_shell());
  return found;
}

std::string lone_process_text(const Launched& process, const std::string& mpi_library) {
  const std::string start =
      process.launcher + " started " + std::to_string(process.rank ? process.rank->size : 1) +
      " processes, and each finds itself alone in " + mpi_library + ", with which this program is built";
  if (process.launcher != srun) return start + "; it needs the launcher of that MPI";
  const bool open_mpi = mpi_library.starts_with("Open MPI");
  return start + "; srun --mpi=" + (open_mpi ? "pmix" : "pmi2") + " (where srun --mpi=list has it) or " +
         (open_mpi ? "mpirun" : "mpiexec") +
         " in the job makes them one run, and srun -n 1 starts one process";
}

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

/// The last member is destroyed first: the communicator before the MPI that it belongs to.
struct Mpi::Impl {
  std::optional<Environment> environment = {};
  std::unique_ptr<Communicator> own = {};
  Communicator* ranks = nullptr;

  void adopt(std::unique_ptr<Communicator> communicator) {
    own = std::move(communicator);
    ranks = own.get();
  }

  void adopt_world(int& argc, char**& argv) {
    int running = 0;
    MPI_Initialized(&running);
    if (running == 0 && !launched().starts_mpi()) return adopt(std::make_unique<ThreadCommunicator>());
    or_leave_alone([&] { environment.emplace(argc, argv); });
    adopt(std::make_unique<MpiCommunicator>());
  }
};

Mpi::Mpi(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Mpi::Mpi(int& argc, char**& argv) : impl_(std::make_unique<Impl>()) {
  impl_->adopt_world(argc, argv);
}

Mpi::Mpi() : impl_(std::make_unique<Impl>()) {
  int argc = 0;
  char** argv = nullptr;
  impl_->adopt_world(argc, argv);
}

Mpi::Mpi(Communicator& ranks) : impl_(std::make_unique<Impl>()) {
  impl_->ranks = &ranks;
}

Mpi::Mpi(const void* handle, std::size_t size_bytes) : impl_(std::make_unique<Impl>()) {
  MPI_Comm communicator = MPI_COMM_NULL;
  if (size_bytes != sizeof(communicator)) {
    throw UsageError("skerry::Mpi was given a handle of " + std::to_string(size_bytes) +
                     " bytes; an MPI_Comm has " + std::to_string(sizeof(communicator)));
  }
  std::memcpy(&communicator, handle, sizeof(communicator));
  if (communicator == MPI_COMM_NULL) {
    throw UsageError("skerry::Mpi was given MPI_COMM_NULL; it takes the communicator of the ranks that run");
  }
  int own = MPI_UNEQUAL;
  MPI_Comm_compare(communicator, MPI_COMM_SELF, &own);
  if (own != MPI_IDENT) or_leave_alone(refuse_alone);
  impl_->adopt(std::make_unique<MpiCommunicator>(communicator));
}

Mpi::~Mpi() = default;
Mpi::Mpi(Mpi&&) noexcept = default;
Mpi& Mpi::operator=(Mpi&&) noexcept = default;

std::size_t Mpi::rank() const {
  return impl_->ranks->rank();
}

std::size_t Mpi::size() const {
  return impl_->ranks->size();
}

Mpi Mpi::split(std::size_t colour) const {
  auto part = std::make_unique<Impl>();
  part->adopt(impl_->ranks->split(colour));
  return Mpi(std::move(part));
}

Communicator& Mpi::communicator() const {
  return *impl_->ranks;
}

}  // namespace skerry
