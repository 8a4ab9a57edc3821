#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace skerry {

/// A process that works for this one. It is told to end (SIGTERM) where this one dies, and hears of no
/// Ctrl-C.
class Child {
 public:
  /// command[0] is looked for in PATH. Throws Error where no process can be made; a program that is not
  /// there ends with status 127.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  ///< kills it where it still lives
  Child(Child&& other) noexcept;
  Child& operator=(Child&&) = delete;

  void signal(int number) const;
  /// The whole lines it printed since the last call.
  std::vector<std::string> lines();
  /// What it said on stderr to explain its end: the last line that begins with "skerry:", else the first of a
  /// launcher, else the last line.
  std::string message() const;
  /// Its exit status, or 128 + the signal that killed it; none while it lives or has more to say.
  std::optional<int> status();

  /// Waits until one of them has said something or ended, or so many milliseconds.
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
