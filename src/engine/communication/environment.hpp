#pragma once

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
/// Destroyed by an exception that leaves the scope of main, it ends all ranks, since the others would wait
/// for this one.
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
