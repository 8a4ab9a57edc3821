#pragma once

#include "trace/files/file_calls.hpp"

#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

namespace skerry::external {

struct Launch {
  std::vector<std::string> command;        ///< the first word is looked for in PATH unless it has a slash
  std::string directory{};                 ///< its working directory; empty: that of this process
  std::vector<std::string> environment{};  ///< "NAME=value"; empty: that of this process
  int guard_grace_ms;                      ///< the time of the guard between SIGTERM and SIGKILL
};

/// A program that runs beside this one. Its guard, which is a process between the two, has a session of its
/// own. The program ends with this process, however that ends; so do all processes that it started.
class Process {
 public:
  using Clock = std::chrono::steady_clock;

  /// Throws Error if no process can be made. A program that can't be started ends with status 127.
  explicit Process(Launch launch);
  ~Process() { end(); }
  Process(const Process&) = delete;

  /// exchange() writes the text.
  void write(std::string_view text) { queued_ += text; }
  /// What is still queued is lost.
  void close_input();

  /// Writes to several processes and reads from them, until something came from one of them or until then.
  /// It may return earlier. The same thread does all of it.
  static void exchange(std::span<Process* const> processes, Clock::time_point until);
  /// Returns false if the output has ended: then the process has ended, or will read and answer no more.
  bool is_open() const { return output_.is_open(); }

  /// The caller removes what it has used.
  std::string& output() { return out_; }
  std::string last_error_line() const;
  /// The process must have ended; last_error_line() says why.
  bool could_not_start() const;

  /// Returns the exit status, or 128 + the signal that killed the process; none while it lives.
  std::optional<int> status();
  /// Has the process end, which may take the guard its grace, and does not wait for that: status() is to be
  /// asked until then. Its output is forgotten unless that has ended.
  void begin_end();
  /// Ends the process, with all that it started, and waits for that. Returns status().
  int end();

 private:
  void feed();
  void read(bool has_output, bool has_errors, std::size_t most_bytes);

  int grace_ms_;
  pid_t process_ = -1;  // the guard
  Descriptor life_;     // which tells the guard that this process lives
  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::optional<int> status_;
  bool is_ending_ = false;
  Clock::time_point own_end_;   // until when it may end by itself
  Clock::time_point last_end_;  // until when its guard may take
  std::string queued_;
  std::size_t written_ = 0;  // of queued_
  std::string out_;
  std::string err_;
};

}  // namespace skerry::external
