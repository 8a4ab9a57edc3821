#pragma once

#include <functional>
#include <optional>
#include <string>

namespace skerry {

/// Throws UsageError if a launcher started several processes and MPI, which is running, has only this one.
void refuse_alone();

/// Keeps MPI running until destruction, unless it runs already. A process has one, on its main thread. Throws
/// UsageError if a launcher started several processes and each finds itself alone. Destroyed by an exception,
/// it ends all ranks at this process's exit: whoever catches that can print it first.
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  /// A failed rank calls this before it prints its message and ends all ranks. Of several only the lowest
  /// returns: rank 0 at once, another after some seconds without a lower failure.
  void await_turn_to_speak();

 private:
  bool owner_ = false;
  int exceptions_ = 0;
};

inline constexpr const char* srun = "srun";

struct LaunchedRank {
  int rank = 0;  ///< from 0
  int size = 1;
};

struct Launched {
  std::string launcher = {};              ///< such as "srun"; empty if nothing names one
  std::optional<LaunchedRank> rank = {};  ///< none if the launcher does not tell it
  bool connected = false;                 ///< whether the launcher told MPI how to reach the others
  bool pmix = false;                      ///< whether it did so by PMIx
  bool several() const { return rank && rank->size > 1; }
  bool starts_mpi() const { return connected || several(); }
};

/// Returns nullptr if the variable is not set.
using Variables = std::function<const char*(const char* name)>;

/// If launchers are nested, the inner one counts. `from_a_shell` says whether an interactive shell started
/// this process, whose variables are then those of the shell's own task.
Launched judge_launcher(const Variables& variable, bool from_a_shell);

/// Tells what held when the program was loaded: Open MPI later sets a rank's variables without a launcher.
const Launched& launched();

/// Returns the sentence for one of several processes that finds itself alone in "Open MPI v4.1.4".
std::string lone_process_text(const Launched& process, const std::string& mpi_library);

/// Returns a name such as "Open MPI v4.1.4" or "MPICH 4.0.2". Needs no running MPI.
std::string mpi_library();

}  // namespace skerry
