#pragma once

namespace skerry {

/// Whether mpirun, srun or the like started this process: such set these variables in every rank.
bool started_by_a_launcher();

/// MPI from construction to destruction; the only one in a process, on its main thread. Works under mpirun
/// and srun, and alone (one rank). Where MPI already runs, whoever started it also ends it. Destroyed by an
/// exception that leaves main's scope, it ends all ranks: the others would wait for this one.
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
