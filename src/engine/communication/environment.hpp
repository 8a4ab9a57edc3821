#pragma once

#include <functional>
#include <optional>
#include <string>

namespace skerry {

/// Tells whether a rank that waits has to yield its core: where a host has more ranks than cores, or
/// SKERRY_YIELD is 1. MPIs spin while they wait, which takes the core from the rank that is waited for: a
/// barrier of 8 ranks on 2 cores then takes 100 ms in place of 0.1 ms.
bool waiting_ranks_yield();

/// Throws UsageError where MPI, which is running, has only this process, and a launcher started several.
void refuse_alone();

/// Keeps MPI running from construction to destruction. It is the only one in a process, on its main thread.
/// It works under mpirun and srun. Where MPI already runs, whoever started it also ends it. Throws UsageError
/// where a launcher started several processes and each finds itself alone: the launcher is of another MPI, or
/// did not connect them (srun without PMI).
/// Destroyed by an exception, it ends all ranks, since the others would wait for this one: when this process
/// exits, so that whoever catches the exception can print it first. An exception that nothing catches is
/// printed by std::terminate. Either way one rank of those that failed speaks (await_turn_to_speak).
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  /// Is called by a rank that has failed, before it prints its message and ends all ranks. Of several ranks
  /// that fail together the lowest returns, and the others are ended by it meanwhile: rank 0 returns at once,
  /// another one after some seconds in which no lower rank has failed.
  void await_turn_to_speak();

 private:
  bool owner_ = false;
  int exceptions_ = 0;
};

inline constexpr const char* srun = "srun";

/// The place of this process among those that a launcher started together.
struct LaunchedRank {
  int rank = 0;  ///< from 0
  int size = 1;
};

/// What the environment says of the launcher that started this process.
struct Launched {
  std::string launcher = {};              ///< such as "srun"; empty where nothing names one
  std::optional<LaunchedRank> rank = {};  ///< none where the launcher does not tell it
  bool connected = false;                 ///< whether the launcher told MPI how to reach the others
  bool pmix = false;                      ///< whether it did so by PMIx
  bool several() const { return rank && rank->size > 1; }
  /// Tells whether MPI is to start: a launcher has prepared it, or started several processes.
  bool starts_mpi() const { return connected || several(); }
};

/// Returns the value of a variable of the environment, or nullptr where it is not set.
using Variables = std::function<const char*(const char* name)>;

/// Judges an environment. Where launchers are nested, as mpirun in a job of SLURM, the inner one counts.
/// `from_a_shell` says whether an interactive shell started this process: in `srun -n 4 --pty bash` its
/// variables are those of the first task, and what is typed there is one process.
Launched judge_launcher(const Variables& variable, bool from_a_shell);

/// Returns what the environment of this process said when the program was loaded: Open MPI later sets the
/// variables of a rank in a process without a launcher, too.
const Launched& launched();

/// Returns the sentence for a process that was started as one of several and finds itself alone in the MPI of
/// that name, "Open MPI v4.1.4".
std::string lone_process_text(const Launched& process, const std::string& mpi_library);

/// Returns name and version of the MPI library, such as "Open MPI v4.1.4" or "MPICH 4.0.2". Needs no running
/// MPI.
std::string mpi_library();

/// Tells whether this is Open MPI, and whether it has been built with SLURM's own PMI, with which srun can
/// connect its processes without PMIx. Need no running MPI.
bool is_open_mpi();
bool open_mpi_has_pmi_of_slurm();

}  // namespace skerry
