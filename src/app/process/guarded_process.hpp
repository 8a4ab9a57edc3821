#pragma once

#include "app/process/child.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace skerry {

/// A process that works for this one by its standard streams. It ends with this process, however that ends,
/// and with it all processes that it started: a guard between the two sees to that (become_guard). It is in a
/// session of its own, and gets no Ctrl-C.
class GuardedProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the process. `grace_ms` is the time between SIGTERM and SIGKILL when it is ended. Throws Error
  /// where no process can be made; a program that does not exist ends with status 127.
  GuardedProcess(Launch launch, int grace_ms);
  ~GuardedProcess();  ///< ends the process
  GuardedProcess(const GuardedProcess&) = delete;

  /// Queues text for the standard input; exchange() writes it.
  void write(std::string_view text) { queued_ += text; }
  /// Ends the standard input. What is still queued is lost.
  void close_input();

  /// Writes to several processes and reads from them, until something came from one of them or until then.
  /// It may return earlier. The same thread does all of it.
  static void exchange(std::span<GuardedProcess* const> processes, Clock::time_point until);
  /// Returns false if the output has ended: then the process has ended, or will read and answer no more.
  bool is_open() const { return output_ >= 0; }

  /// Returns the output that was read and not removed yet; the caller removes what it has used.
  std::string& output() { return out_; }
  /// Returns the last line that is not empty of what the process printed on standard error.
  std::string last_error_line() const;

  /// Tells whether the program could not be started, of a process that has ended; last_error_line() says why.
  bool could_not_start() const { return was_not_started(status_, err_); }

  /// Begins to end the process, with all that it started, and does not wait for that. Its output is forgotten
  /// unless that has ended.
  void begin_end();
  /// Tells whether a process that begin_end() was called for has ended; exchange() does not wait long for it.
  bool has_ended();
  /// Ends the process, with all that it started, and waits for that. Returns its exit status, or 128 + the
  /// signal that killed it. Later calls return the same.
  int end();

 private:
  void feed();
  void read(bool has_output, bool has_errors);

  pid_t guard_ = -1;
  int life_ = -1;
  int input_ = -1;
  int output_ = -1;
  int errors_ = -1;
  int grace_ms_;
  int status_ = -1;
  bool is_ending_ = false;
  Clock::time_point own_end_;   // until when it may end by itself
  Clock::time_point last_end_;  // until when its guard may take
  std::string queued_;
  std::size_t written_ = 0;  // of queued_
  std::string out_;
  std::string err_;
};

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
