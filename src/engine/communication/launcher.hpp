#pragma once

#include <functional>
#include <optional>
#include <string>

namespace skerry {

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

}  // namespace skerry
