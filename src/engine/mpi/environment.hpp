#pragma once

namespace skerry {

/// Tells whether mpirun, srun or the like started this process: they set these variables in every rank.
bool started_by_a_launcher();

/// Keeps MPI running from construction to destruction. It is the only one in a process, on its main thread.
/// It works under mpirun and srun, and alone (one rank). Where MPI already runs, whoever started it also ends
/// it. Destroyed by an exception that leaves the scope of main, it ends all ranks, since the others would
/// wait for this one.
class Environment {
 public:
  Environment(int& argc, char**& argv);
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  bool owner_ = false;
  int exceptions_ = 0;
};

}  // namespace skerry
