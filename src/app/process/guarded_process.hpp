#pragma once

#include "app/process/child.hpp"

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace skerry {

/// It ends with this process, however that ends, and so do all processes that it started (become_guard). It
/// is in a session of its own, and gets no Ctrl-C.
class GuardedProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// `grace_ms` is the time between SIGTERM and SIGKILL. Throws Error if no process can be made; a program
  /// that does not exist ends with status 127.
  GuardedProcess(Launch launch, int grace_ms);
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;

  /// exchange() writes the text.
  void write(std::string_view text) { queued_ += text; }
  /// What is still queued is lost.
  void close_input();

  /// Writes to several processes and reads from them, until something came from one of them or until then.
  /// It may return earlier. The same thread does all of it.
  static void exchange(std::span<GuardedProcess* const> processes, Clock::time_point until);
  /// Returns false if the output has ended: then the process has ended, or will read and answer no more.
  bool is_open() const { return output_ >= 0; }

  /// The caller removes what it has used.
  std::string& output() { return out_; }
  std::string last_error_line() const;

  /// The process must have ended; last_error_line() says why.
  bool could_not_start() const { return was_not_started(status_, err_); }

  /// Does not wait for the end of the process and all that it started. Its output is forgotten unless that
  /// has ended.
  void begin_end();
  /// Tells whether a process that begin_end() was called for has ended; exchange() does not wait long for it.
  bool has_ended();
  /// Ends all that the process started, too, and waits for that. Returns its exit status, or 128 + the
  /// signal that killed it; later calls return the same.
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

/// Makes this process, which has just been forked, the guard of a new process that runs the program. When
/// `life` is closed, the group gets SIGTERM, and SIGKILL after the grace or when the program has ended;
/// processes that left the group get SIGKILL. The guard ends with the program's exit status, or 128 + the
/// signal that killed it. It calls only functions that are safe between fork and exec.
[[noreturn]] void become_guard(const PreparedLaunch& launch, const GuardedStreams& streams, int grace_ms);

}  // namespace skerry
