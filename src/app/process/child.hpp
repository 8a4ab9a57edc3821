#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace skerry {

/// It receives SIGTERM when this process dies, and no Ctrl-C.
class Child {
 public:
  /// Starts the process; command[0] is looked for in PATH. Throws Error if no process can be made. A program
  /// that does not exist ends with status 127.
  explicit Child(const std::vector<std::string>& command);
  ~Child();  ///< kills the process if it still lives
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

struct Launch {
  std::vector<std::string> command;        ///< the first word is looked for in PATH unless it has a slash
  std::string directory{};                 ///< its working directory; empty: that of this process
  std::vector<std::string> environment{};  ///< "NAME=value"; empty: that of this process
};

/// It is made before the fork, since nothing may allocate between fork and exec.
class PreparedLaunch {
 public:
  explicit PreparedLaunch(Launch launch);
  PreparedLaunch(const PreparedLaunch&) = delete;

  /// If that is not possible, it prints the reason on standard error and ends with status 127.
  [[noreturn]] void execute() const noexcept;

 private:
  Launch launch_;
  std::vector<char*> arguments_;
  std::vector<char*> environment_;
};

/// Tells, by status and standard error, whether execute() could not start the program.
bool was_not_started(int status, std::string_view errors);

/// A pipe whose ends are closed by exec, and are not standard streams. Reading does not wait.
struct Pipe {
  int read = -1;
  int write = -1;
};

/// Throws Error if there are no descriptors left.
Pipe make_pipe();
/// Throws Error with errno's message.
[[noreturn]] void fail_to_start(const char* what);
/// Does nothing for -1.
void close_descriptor(int& descriptor);
/// Appends what the pipe holds now, at most `most_bytes`. Closes the descriptor if only its end is left.
void drain(int& descriptor, std::string& text, std::size_t most_bytes);

/// Leaves out what a launcher of MPI tells its ranks, so that a program which uses MPI does not take itself
/// for one. A job of Open MPI in it has a folder of its own, since jobs that share one remove it.
std::vector<std::string> environment_without_rank();

/// Looks in the source tree or the installation, which are laid out alike. Returns an empty path if neither
/// has it.
std::filesystem::path shipped(const std::filesystem::path& name);

/// Lets Python find the package of skerry, behind what PYTHONPATH names already.
void add_python_package(std::vector<std::string>& environment);

}  // namespace skerry
