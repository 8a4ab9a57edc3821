#pragma once

#include "app/process/launch.hpp"

namespace skerry {

/// The descriptors of a guarded process, all of which are 10 or more.
struct GuardedStreams {
  int input = -1;
  int output = -1;
  int errors = -1;
  int life = -1;  ///< the read end of a pipe that only the process which wants the work can write to
};

/// Makes this process, which has just been forked, the guard of a new process that runs the program. The
/// guard ends it, and all that it started, when it is told to or when the process that wants the work ends in
/// whatever way: both close the pipe `life`. The group gets SIGTERM, and SIGKILL after the grace or when the
/// program itself has ended; processes that left the group get SIGKILL, since the guard inherits them. The
/// guard ends with the program's exit status, or 128 + the signal that killed it. It calls only functions
/// that are safe between fork and exec.
[[noreturn]] void become_guard(const PreparedLaunch& launch, const GuardedStreams& streams, int grace_ms);

}  // namespace skerry
