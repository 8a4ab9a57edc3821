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

}  // namespace skerry
