#include "engine/communication/launcher.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace skerry {
namespace {

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

/// SLURM_NTASKS is no sign of several processes: it is that of the job in a batch script and after salloc.
std::optional<LaunchedRank> task_of_slurm(const Variables& variable, bool from_a_shell) {
  const auto task = whole_number(variable("SLURM_PROCID"));
  const auto tasks = whole_number(variable("SLURM_STEP_NUM_TASKS"));
  if (!task || !tasks || *tasks < 1 || !of_this_step(variable)) return std::nullopt;
  const bool terminal = variable("SLURM_PTY_PORT") != nullptr;
  if (terminal && from_a_shell && *task == 0) return std::nullopt;
  return LaunchedRank{*task, std::max(*tasks, *task + 1)};
}

/// A shell that takes commands gives each a process group of its own in the session of its terminal, whose
/// first process it is.
bool started_by_an_interactive_shell() {
  return ::isatty(STDIN_FILENO) != 0 && ::getpgrp() != ::getsid(0);
}

/// Looked up while the program is loaded, before anything can start MPI.
[[maybe_unused]] const bool looked_up = (launched(), true);

}  // namespace

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

}  // namespace skerry
