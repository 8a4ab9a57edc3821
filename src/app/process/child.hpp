#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace skerry {

/// A process that works for this one. It receives SIGTERM when this one dies, and no Ctrl-C.
class Child {
 public:
  /// Starts the process; command[0] is looked for in PATH. Throws Error where no process can be made. A
  /// program that does not exist ends with status 127.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  ///< kills the process where it still lives
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;

  void signal(int number) const;
  /// Returns the whole lines that the process printed since the last call.
  std::vector<std::string> lines();
  /// Returns the line of stderr that explains the end: the last line that begins with "skerry:", else the
  /// first line of a launcher, else the last line.
  std::string message() const;
  /// Returns the exit status, or 128 + the signal that killed the process; none while it lives or has unread
  /// output.
  std::optional<int> status();
  /// Tells whether this is a launcher that stays behind: it has not waited for its children, all of which
  /// have ended, and it is not stopped.
  bool stays_behind() const;

  /// Waits until one of the processes has printed something or ended, at most so many milliseconds.
  static void await(const std::vector<const Child*>& children, int timeout_ms);

 private:
  void read_all();

  pid_t process_ = -1;
  int output_ = -1;
  int errors_ = -1;
  std::string out_;
  std::string err_;
};

}  // namespace skerry
